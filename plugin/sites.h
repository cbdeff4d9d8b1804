// plugin/sites.h: annotated statements.
#ifndef LOFT_SITES_H
#define LOFT_SITES_H

#include "plugin/ast.h"
#include "plugin/plugin.h"

typedef struct plugin_site plugin_site;
typedef VEC(plugin_site) plugin_sites;

struct plugin_site {
  plugin_mark *mark;
  ast_node *stmt;         // what the pragma stands before, without labels
  bool captured;          // inside a block or an OpenMP construct
  bool openmp;            // an OpenMP construct, or the statement of one
  bool fits;              // what it may stand before
  const ast_node *behind; // the next statement; NULL: none
  plugin_sites *inner;    // annotated statements inside
};

// -- sites.c -----------------------------------------------------------------
// The annotated statements of "body", outermost first; the pragmas before them
// are seen.
plugin_sites *plugin_find_sites(plugin_state *s, ast_node *body);

// -- keep.c ------------------------------------------------------------------
// The variable of that name that "n" mentions, declared before "at" if that is
// not 0; or NULL.
ast_decl *plugin_find_variable(ast *t, const ast_node *n, const char *name,
                               uint32_t at);
// A member on the way to an array.
typedef struct plugin_hop {
  void *field; // clang::FieldDecl*
  void *record;
  int index;
  bool is_arrow;
} plugin_hop;

// An array that is kept: a variable, or a member on a way from one.
typedef struct plugin_array {
  ast_decl *variable;
  VEC(plugin_hop) hops;
  const ast_type *type;
  const char *text;
} plugin_array;
typedef VEC(plugin_array) plugin_arrays;

// Finds the array that "path" names, whose variable is one that "n" mentions,
// or of the file. False: there is none; out->variable is NULL where there is no
// such variable, declared before "at".
bool plugin_find_array(ast *t, arena *a, const ast_node *n,
                       const plugin_path *path, uint32_t at, plugin_array *out);
// The first place in "n", outside of lifted statements, that reads or writes
// elements of "array" for which all of it comes back: in a loop without
// regions, or of volatile ones. NULL: there is none.
const ast_node *plugin_find_access(ast *t, const ast_node *n,
                                   const plugin_array *array);

#endif
