// plugin/swap.h: the statement that takes the place of a lifted one. swap.c
// decides on it; shim_swap.cc builds Clang's nodes.
#ifndef LOFT_SWAP_H
#define LOFT_SWAP_H

#include "plugin/plugin.h"

typedef void *swap_node; // an expression or a statement
typedef void *swap_type;
typedef struct swap_builder swap_builder;

// -- shim_swap.cc ------------------------------------------------------------
// The C type of an "elem"; the type of "e" without qualifiers; that of the
// function's results.
swap_type swap_c_type(swap_builder *b, ir_scalar elem);
swap_type swap_type_of(swap_node e);
swap_type swap_result_type(swap_builder *b);
bool swap_is_array(swap_node e);
// What "v" stands for: a variable, a place, the length of an array.
swap_node swap_variable(swap_builder *b, const lt_var *v);
// base.f, base->f; of a complex number __real__ and __imag__ base.
swap_node swap_field(swap_builder *b, swap_node base, bool arrow,
                     const lt_field *f);
swap_node swap_part(swap_builder *b, swap_node base, bool imaginary);
// &e, *e, !e
swap_node swap_address(swap_builder *b, swap_node e);
swap_node swap_deref(swap_builder *b, swap_node e);
swap_node swap_not(swap_builder *b, swap_node e);
// x - y, x || y, x = y, of type "t".
typedef enum swap_op { SWAP_SUB, SWAP_OR, SWAP_ASSIGN } swap_op;
swap_node swap_binary(swap_builder *b, swap_op op, swap_node x, swap_node y,
                      swap_type t);
swap_node swap_number(swap_builder *b, uint64_t value, ir_scalar elem);
// The value of "e": places are loaded, arrays become pointers.
swap_node swap_value(swap_builder *b, swap_node e);
// The value "e" cast as the expression "like" is, which NULL is no cast; as an
// "elem"; as void *.
swap_node swap_cast(swap_builder *b, swap_node e, void *like);
swap_node swap_scalar(swap_builder *b, swap_node e, ir_scalar elem);
swap_node swap_pointer(swap_builder *b, swap_node e);
// A call of a function of the region, which gives an int, or nothing.
swap_node swap_call(swap_builder *b, const char *name, bool gives_int,
                    swap_node *args, int n);
// A new variable; *decl: its declaration.
swap_node swap_local(swap_builder *b, const char *name, swap_type t,
                     swap_node *decl);
// if (cond) then else other (may be NULL); return e (may be NULL); { list }
swap_node swap_if(swap_builder *b, swap_node cond, swap_node then,
                  swap_node other);
swap_node swap_return(swap_builder *b, swap_node e);
swap_node swap_braces(swap_builder *b, swap_node *list, int n);
// "s" with a call of "done" before every return in it.
swap_node swap_returns(swap_builder *b, swap_node s, const char *done);

// -- swap.c ------------------------------------------------------------------
// The statement for "original", which "r" lifts.
swap_node swap_region(swap_builder *b, arena *a, const plugin_region *r,
                      swap_node original);

#endif
