// plugin/tree.h: Clang's statements as the shim tells them, which tree_stmt.c
// makes a loop tree of.
#ifndef LOFT_TREE_H
#define LOFT_TREE_H

#include "plugin/plugin.h"

// A statement without its attributes; handles are Clang's own nodes.
typedef struct tree_stmt {
  const void *origin;
  lt_stmt_kind kind;
  loft_loc loc;
  const char *reason; // UNSUPPORTED
  const char *what;   // ... about that; NULL: as it is written
  const void *expr;   // as in lt_stmt; RETURN and FOR may have none
  const void *init, *step;
  const void *const *body; // statements; of DECL: declarations
  int n_body;
  int64_t low, high;    // CASE
  const void *label;    // GOTO LABEL
  const void *function; // ... of the label
} tree_stmt;

// A statement's translation. The shim fills in the functions.
typedef struct tree_reader {
  arena *a;
  void *shim; // of the functions
  void (*read)(void *shim, const void *stmt, tree_stmt *out);
  lt_expr *(*expr)(void *shim, const void *expr);
  // One declaration of DECL; NULL: it does nothing.
  lt_stmt *(*decl)(void *shim, const tree_stmt *s, const void *decl);
  const char *(*text)(void *shim, const void *stmt);
  // tree_stmt.c
  map *labels;               // -> int*, their numbers
  map *counts;               // function -> int*, of its labels
  int n_loops, n_breakables; // around the statement
  bool in_expr;              // in the statements of an expression
} tree_reader;

// Starts "t", whose functions are known, in arena "a".
void tree_init(tree_reader *t, arena *a, void *shim);
// The statement "s" with the labels directly in front of "behind", the next
// statement (NULL: none), which it may go to.
lt_stmt *tree_site(tree_reader *t, const void *s, const void *behind);
// The body "s" of a function, or of a statement expression ("in_expr").
lt_stmt *tree_body(tree_reader *t, const void *s, bool in_expr);
// Node of "kind" for "s"; the same for what has no loop tree.
lt_stmt *tree_node(tree_reader *t, lt_stmt_kind kind, const tree_stmt *s);
lt_stmt *tree_unsupported(tree_reader *t, const tree_stmt *s,
                          const char *reason, const char *what);

#endif
