// plugin/swap.h: the statement that takes the place of a lifted one. swap.c
// decides on it; shim_swap.cc builds Clang's nodes.
#ifndef LOFT_SWAP_H
#define LOFT_SWAP_H

#include "plugin/inner.h"
#include "plugin/sites.h"
#include "plugin/tree.h"

typedef void *swap_node; // an expression or a statement
typedef void *swap_type;

// -- shim_swap.cc ------------------------------------------------------------
// The C type of an "elem"; the type of "e" without qualifiers; that of the
// function's results.
swap_type swap_c_type(ast *b, ir_scalar elem);
swap_type swap_type_of(swap_node e);
swap_type swap_result_type(ast *b);
bool swap_is_array(swap_node e);
// The variable "decl", as in ast.h; sizeof(t).
swap_node swap_variable(ast *b, void *decl);
swap_node swap_size_of(ast *b, const ast_type *t);
// base.f, base->f, of a clang::FieldDecl*; of a complex number __real__ and
// __imag__ base, of an integer of 128 bits its lower and higher word.
swap_node swap_field(ast *b, swap_node base, bool arrow, void *field);
swap_node swap_part(ast *b, swap_node base, bool second);
// &e, *e, !e
swap_node swap_address(ast *b, swap_node e);
swap_node swap_deref(ast *b, swap_node e);
swap_node swap_not(ast *b, swap_node e);
// x - y, x / y, x || y, x = y, of type "t".
typedef enum swap_op { SWAP_SUB, SWAP_DIV, SWAP_OR, SWAP_ASSIGN } swap_op;
swap_node swap_binary(ast *b, swap_op op, swap_node x, swap_node y,
                      swap_type t);
swap_node swap_number(ast *b, uint64_t value, ir_scalar elem);
// The value of "e": places are loaded, arrays become pointers.
swap_node swap_value(ast *b, swap_node e);
// The value "e" cast as the expression "like" is, which NULL is no cast; as an
// "elem"; as void *.
swap_node swap_cast(ast *b, swap_node e, void *like);
swap_node swap_scalar(ast *b, swap_node e, ir_scalar elem);
swap_node swap_pointer(ast *b, swap_node e);
// A call of a function of the region, which gives an int, or nothing.
swap_node swap_call(ast *b, const char *name, bool gives_int, swap_node *args,
                    int n);
// A new variable; *decl: its declaration.
swap_node swap_local(ast *b, const char *name, swap_type t, swap_node *decl);
// if (cond) then else other (may be NULL); return e (may be NULL); { list }
swap_node swap_if(ast *b, swap_node cond, swap_node then, swap_node other);
swap_node swap_return(ast *b, swap_node e);
swap_node swap_braces(ast *b, swap_node *list, int n);
// "s" with a call of "done" before every return, and goto one of "labels".
swap_node swap_returns(ast *b, swap_node s, const char *done, map *labels);

// The declaration of a variable "name" with the value of begin(args), of which
// end() gets the address wherever its block is left.
swap_node swap_cleanup(ast *b, const char *name, const char *begin,
                       const char *end, swap_node *args, int n);
// From now on new nodes are where the statement at "slot" is.
void swap_begin(ast *b, void **slot);
// Puts "swapped" in the place of the statement at "slot".
void swap_put(ast *b, void **slot, swap_node swapped);

// -- swap.c ------------------------------------------------------------------
// Replaces the statement at "slot", which "r" lifts, and "t" is the tree of,
// and in it those that are its inner regions.
void swap_region(tree *t, const plugin_region *r, const plugin_inners *inner,
                 void **slot);
// Replaces the statement at "slot", in which the results in these arrays or
// behind these pointers stay where they are.
void swap_keep(tree *t, const plugin_arrays *arrays, void **slot);

#endif
