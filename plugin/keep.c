// plugin/keep.c: arrays that a `#pragma loft keep` names, and host code that
// reads or writes them.
#include "plugin/sites.h"

ast_decl *
plugin_find_variable(ast *t, const ast_node *n, const char *name, uint32_t at) {
  if (!n)
    return NULL;
  if (n->kind == AST_REF) {
    bool found = n->decl->kind == AST_VARIABLE &&
                 !strcmp(n->decl->name, name) && ast_is_before(t, n->decl, at);
    return found ? n->decl : NULL;
  }
  for (int k = 0; k < n->n_parts; k++) {
    ast_decl *v = plugin_find_variable(t, n->parts[k], name, at);
    if (v)
      return v;
  }
  return NULL;
}

// What the place "n" is an element or a field of, or at an offset from; NULL:
// of nothing.
static ast_node *
base_of(ast *t, const ast_node *n) {
  switch ((int)n->kind) {
  case AST_INDEX:
  case AST_MEMBER:
  case AST_STEP:
  case AST_ADDRESS:
  case AST_DEREF:
  case AST_UNARY:
  case AST_REAL_PART:
  case AST_IMAGINARY_PART:
    return n->x;
  case AST_BINARY:
  case AST_ASSIGN:
  case AST_ASSIGN_OP:
  case AST_COMMA:
    return ast_type_of(t, n->x)->kind == AST_POINTER ? n->x : n->y;
  default: // is no place
    return NULL;
  }
}

// "n" without parentheses and casts.
static ast_node *
without_casts(ast_node *n) {
  n = ast_bare(n);
  while (n->kind == AST_CAST)
    n = ast_bare(n->x);
  return n;
}

// The variable that the place "n" is found by, if "n" is not that variable.
static const ast_decl *
root_of(ast *t, ast_node *n) {
  n = without_casts(n);
  ast_node *base = base_of(t, n);
  if (!base)
    return NULL;
  for (; base; base = base_of(t, n))
    n = without_casts(base);
  return n->kind == AST_REF ? n->decl : NULL;
}

// The place that "n" reads or writes itself, or NULL.
static ast_node *
place_of(const ast_node *n) {
  bool is_place =
      n->kind == AST_ASSIGN || n->kind == AST_ASSIGN_OP ||
      n->kind == AST_STEP ||
      (n->kind == AST_CAST && n->is_implicit && n->cast == AST_LOAD);
  return is_place ? n->x : NULL;
}

const ast_node *
plugin_find_access(ast *t, const ast_node *n, const ast_decl *v) {
  if (!n || n->is_lifted)
    return NULL;
  ast_node *place = place_of(n);
  if (place && root_of(t, place) == v)
    return place;
  for (int k = 0; k < n->n_parts; k++) {
    const ast_node *found = plugin_find_access(t, n->parts[k], v);
    if (found)
      return found;
  }
  return NULL;
}
