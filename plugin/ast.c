// plugin/ast.c: walks over ast.h that need nothing else.
#include "plugin/ast.h"

ast_node *
ast_bare(ast_node *n) {
  while (n && n->kind == AST_PAREN)
    n = n->x;
  return n;
}

bool
ast_has_errors(const ast_node *n) {
  if (!n)
    return false;
  if (n->is_broken || (n->kind == AST_REF && n->decl->is_broken))
    return true;
  for (int k = 0; k < n->n_decls; k++)
    if (n->kind == AST_DECL && n->decls[k]->is_broken)
      return true;
  for (int k = 0; k < n->n_parts; k++)
    if (ast_has_errors(n->parts[k]))
      return true;
  return false;
}

bool
ast_has_entries(const ast_node *n, bool in_switch) {
  if (!n)
    return false;
  bool is_case = n->kind == AST_CASE || n->kind == AST_DEFAULT;
  if (n->kind == AST_LABEL || (is_case && !in_switch))
    return true;
  in_switch |= n->kind == AST_SWITCH;
  for (int k = 0; k < n->n_parts; k++)
    if (ast_has_entries(n->parts[k], in_switch))
      return true;
  return false;
}
