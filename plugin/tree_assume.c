// plugin/tree_assume.c: conditions that C assumes.
//
//   __builtin_assume(n % 4 == 0);
//   #pragma loft assume(n % 4 == 0)
//
// The second is a declaration to Clang (pragma.c), whose initializer is never
// evaluated: it ends with the condition. Such a condition may hold for a region
// that it stands in or before: the guard asks, so that a wrong one costs speed
// and changes nothing.
#include "plugin/tree.h"

ast_node *
tree_assumed(tree *t, const ast_node *s) {
  if (s->kind == AST_CALL && s->decl && s->n_parts == 2 &&
      ast_function_of(t->ast, s->decl).builtin == AST_ASSUME)
    return ast_has_side_effects(t->ast, s->parts[1]) ? NULL : s->parts[1];
  const ast_decl *d =
      s->kind == AST_DECL && s->n_decls == 1 ? s->decls[0] : NULL;
  if (!d || d->kind != AST_VARIABLE || !d->init ||
      strncmp(d->name, PLUGIN_ASSUMED, strlen(PLUGIN_ASSUMED)) != 0)
    return NULL;
  ast_node *both = ast_bare(d->init);
  while (both->kind == AST_CAST)
    both = ast_bare(both->x);
  return both->kind == AST_BINARY ? both->y : NULL;
}

// Adds the conditions that stand in front of part "at" of the braces "n" and
// are what they were when they stood there: nothing but declarations and other
// conditions comes between, or nothing ever changes them.
static void
add_before(tree *t, const ast_node *n, int at, ast_nodes *out) {
  bool adjoins = true;
  while (at-- > 0) {
    ast_node *s = n->parts[at];
    ast_node *cond = tree_assumed(t, s);
    if (cond && (adjoins || tree_is_stable(t->ast, cond)))
      vec_push(t->a, out, cond);
    adjoins &= cond || s->kind == AST_DECL;
  }
}

bool
tree_find_assumed(tree *t, const ast_node *n, const ast_node *s,
                  ast_nodes *out) {
  if (n == s)
    return true;
  for (int k = 0; n && k < n->n_parts; k++) {
    if (!tree_find_assumed(t, n->parts[k], s, out))
      continue;
    if (n->kind == AST_BRACES)
      add_before(t, n, k, out);
    return true;
  }
  return false;
}
