// plugin/tree.h: Clang's syntax tree (ast.h) -> loop_tree.h.
//
// One tree per annotated statement; types, variables and functions are shared
// within it, so that identity in C is identity of pointers here.
#ifndef LOFT_TREE_H
#define LOFT_TREE_H

#include "plugin/ast.h"
#include "plugin/plugin.h"

// The translation of one annotated statement. Lives as long as the region's
// recognition and swap.
typedef struct tree tree;
// A function as it is where parameters of it, pointers, are certain functions.
typedef struct tree_variant {
  const ast_decl *d;
  ast_decl *const *given; // of each parameter; NULL: no function
  lt_func *f;
} tree_variant;
struct tree {
  arena *a;
  ast *ast;
  lt_expr *(*expr)(tree *t, ast_node *n); // tree_expr: what it is made of has
                                          // expressions, too
  ast_decl *here;               // the function whose body is translated
  map *vars;                    // ast_decl -> lt_var
  VEC(tree_variant *) variants; // functions
  map *given;                   // parameter's ast_decl -> that of the function
                                // which it is in the body being translated
  map *types;                   // ast_type -> lt_type
  map *records;                 // as in ast_type -> lt_struct
  map *lengths, *length_types;  // expression -> lt_var -> ast_type
  map *places, *place_nodes;    // key -> lt_var -> ast_node
  VEC(lt_func *) stack;         // functions whose bodies are translated
  bool inlining, uses_errno;
  // tree_stmt.c
  map *labels;               // -> int*, their numbers
  map *counts;               // function -> int*, of its labels
  int n_loops, n_breakables; // around the statement
  bool in_expr;              // in the statements of an expression
};

// -- scan.c ------------------------------------------------------------------
// Looks at the uses that the function "f" makes of its variables, once; whether
// it uses errno.
bool tree_scan(ast *t, ast_decl *f);
// Adds "by" for each such use of an array in "n" to its number of decays.
void tree_count_decays(const ast_node *n, int by);
// Whether the local variable "v" has the value it started with all its life.
bool tree_is_kept(ast *t, const ast_decl *v);
// Whether "n" still has the value it had when its array was declared: it uses
// only local variables that are never changed.
bool tree_is_stable(ast *t, ast_node *n);
// Whether "n" is an array, or a pointer that is never changed, or lies so many
// elements of its type from one as a constant says.
bool tree_is_fixed(ast *t, ast_node *n);

// -- tree.c ------------------------------------------------------------------
// A tree of the function that "t" is a copy of, in arena "a".
tree *tree_create(arena *a, ast *t);
// The region of statement "s", with the labels directly in front of "behind",
// the next one, for the pragma "m"; complete but for its number.
lt_region *tree_region(tree *t, const plugin_mark *m, const ast_node *s,
                       const ast_node *behind);

// -- tree_type.c -------------------------------------------------------------
// Why a value of type "t" has no loop tree, or NULL.
const char *tree_type_reason(const ast_type *t);
const lt_type *tree_type(tree *t, const ast_type *type);
// The structure "record" of ast.h; NULL: incomplete.
const lt_struct *tree_record(tree *t, void *record);
// Node of "kind" with the type and place of "n"; the same for what has no loop
// tree.
lt_expr *tree_expr_node(tree *t, lt_expr_kind kind, const ast_node *n);
lt_expr *tree_unsupported_expr(tree *t, const char *reason, const ast_node *n);
// "bits" as the value of "n": LT_INT or LT_FLOAT.
lt_expr *tree_constant(tree *t, lt_expr_kind kind, const ast_node *n,
                       ir_bits bits);
// The length of a variable-length array as it was when the array was declared:
// its expression when that cannot have changed, else a variable of its own.
// NULL: it has none.
lt_expr *tree_length(tree *t, const ast_type *type);

// -- tree_var.c --------------------------------------------------------------
lt_var *tree_var(tree *t, const ast_decl *d);
// The place "n", the same wherever it is evaluated, as a variable of its own;
// equal keys are one.
lt_expr *tree_place(tree *t, ast_node *n, const void *key, const char *name);

// -- tree_expr.c -------------------------------------------------------------
lt_expr *tree_expr(tree *t, ast_node *n);

// -- tree_half.c -------------------------------------------------------------
// Whether "n", which may be NULL, is an expression whose value is a float of 16
// bits.
bool tree_is_half(tree *t, const ast_node *n);
// "n" as a condition: a float of 16 bits compared with 0.
lt_expr *tree_condition(tree *t, ast_node *n);
// "n", which computes with floats of 16 bits or converts them; NULL: it does
// not.
lt_expr *tree_half(tree *t, ast_node *n);

// -- tree_init.c -------------------------------------------------------------
// The zero that "n" is or has the type of; a list in braces; a string that
// initialises an array.
lt_expr *tree_zero(tree *t, const ast_node *n);
lt_expr *tree_list(tree *t, ast_node *n);
lt_expr *tree_characters(tree *t, const ast_node *n);
// The object that a compound literal makes.
lt_expr *tree_literal(tree *t, const ast_node *n);

// -- tree_call.c -------------------------------------------------------------
lt_expr *tree_call(tree *t, ast_node *n);
// "n" as the call of a function without parameters that has its statements, and
// returns the value of the last one.
lt_expr *tree_statements(tree *t, const ast_node *n);

// -- tree_assume.c -----------------------------------------------------------
// A condition, and whether it holds.
typedef struct tree_fact {
  ast_node *cond;
  bool truth;
} tree_fact;
typedef VEC(tree_fact) tree_facts;
// The condition that statement "s" tells to assume; NULL: it is none such, or
// the condition has side effects.
ast_node *tree_assumed(tree *t, const ast_node *s);
// Adds the conditions that are assumed, or looked at, in front of "s", a
// statement in "n" or "n" itself, and still hold there. False when it is not in
// "n", which may be NULL.
bool tree_find_assumed(tree *t, const ast_node *n, const ast_node *s,
                       tree_facts *out);

// -- tree_stmt.c -------------------------------------------------------------
// The statement "s" with the labels directly in front of "behind", the next
// statement (NULL: none), which it may go to.
lt_stmt *tree_site(tree *t, const ast_node *s, const ast_node *behind);
// Turns the jumps out of the statement of "r" into returns, the exits of "r".
void tree_leave(tree *t, lt_region *r);
// The body "s" of a function, or of a statement expression ("in_expr").
lt_stmt *tree_body(tree *t, const ast_node *s, bool in_expr);

#endif
