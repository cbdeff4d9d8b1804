// plugin/tree_assume.c: conditions that hold where a region starts.
//
//   __builtin_assume(n % 4 == 0);
//   #pragma loft assume(n % 4 == 0)
//   assert(stride >= w);
//   if (n <= 0)
//     return;
//
// The second is a declaration to Clang (pragma.c), whose initializer is never
// evaluated: it ends with the condition. Such a condition may hold for a region
// that it stands in or before: the guard asks, so that a wrong one costs speed
// and changes nothing. What is no promise of the program's, but follows from
// the way to the region, is taken if it is about variables that never change,
// and that the region names.
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

// -- Ways out -----------------------------------------------------------------

// Whether control never gets behind "n", which may be NULL.
static bool
leaves(tree *t, const ast_node *n) {
  if (!n)
    return false;
  switch ((int)n->kind) {
  case AST_RETURN:
  case AST_GOTO:
  case AST_BREAK:
  case AST_CONTINUE:
    return true;
  case AST_CALL:
    return n->decl && ast_function_of(t->ast, n->decl).is_noreturn;
  case AST_PAREN:
  case AST_CAST:
  case AST_STMT_EXPR:
    return leaves(t, n->x);
  case AST_COMMA:
    return leaves(t, n->x) || leaves(t, n->y);
  case AST_BRACES:
    return n->n_parts > 0 && leaves(t, n->parts[n->n_parts - 1]);
  default:
    return false;
  }
}

// Whether "s" names the variable "d".
static bool
names(const ast_node *s, const ast_decl *d) {
  bool any = s && s->kind == AST_REF && s->decl == d;
  for (int k = 0; s && k < s->n_parts && !any; k++)
    any = names(s->parts[k], d);
  return any;
}

// Whether all variables of "n" are named in "s", which has some.
static bool
names_all(const ast_node *s, const ast_node *n) {
  if (n->kind == AST_REF && n->decl->kind == AST_VARIABLE)
    return names(s, n->decl);
  bool all = true;
  for (int k = 0; k < n->n_parts && all; k++)
    all = !n->parts[k] || names_all(s, n->parts[k]);
  return all;
}

// Adds that "n" is "truth" where region "s" starts, or what of it is about the
// region and does not change.
static void
add_known(tree *t, ast_node *n, bool truth, const ast_node *s,
          tree_facts *out) {
  n = ast_bare(n);
  bool both = n->kind == AST_BINARY && n->op == (truth ? LT_LAND : LT_LOR);
  if (n->kind == AST_UNARY && n->op == LT_NOT) {
    add_known(t, n->x, !truth, s, out);
  } else if (both) {
    add_known(t, n->x, truth, s, out);
    add_known(t, n->y, truth, s, out);
  } else if (tree_is_stable(t->ast, n) && names_all(s, n)) {
    vec_push(t->a, out, ((tree_fact){n, truth}));
  }
}

// Adds what is known of conditions where control gets behind "n": that those
// which leave did not hold.
static void
add_passed(tree *t, ast_node *n, const ast_node *s, tree_facts *out) {
  n = ast_bare(n);
  switch ((int)n->kind) {
  case AST_CAST:
  case AST_STMT_EXPR:
    add_passed(t, n->x, s, out);
    break;
  case AST_COMMA:
    add_passed(t, n->y, s, out);
    break;
  case AST_BRACES:
    if (n->n_parts == 1)
      add_passed(t, n->parts[0], s, out);
    break;
  case AST_IF:
  case AST_COND:
    if (leaves(t, n->y))
      add_known(t, n->x, false, s, out);
    else if (leaves(t, n->z))
      add_known(t, n->x, true, s, out);
    break;
  case AST_BINARY:
    if (n->op == LT_LOR && leaves(t, n->y))
      add_known(t, n->x, true, s, out);
    break;
  default: // nothing
    break;
  }
}

// -- In front of a region -----------------------------------------------------

// Adds the conditions that stand in front of part "at" of the braces "n" and
// are what they were when they stood there: nothing but declarations and other
// conditions comes between, or nothing ever changes them. Where control gets in
// behind them, by a label or a case, they need not have held.
static void
add_before(tree *t, const ast_node *n, int at, const ast_node *region,
           tree_facts *out) {
  bool adjoins = true;
  while (!ast_has_entries(n->parts[at], false) && at-- > 0) {
    ast_node *s = n->parts[at];
    ast_node *cond = tree_assumed(t, s);
    if (cond && (adjoins || tree_is_stable(t->ast, cond)))
      vec_push(t->a, out, ((tree_fact){cond, true}));
    if (!cond)
      add_passed(t, s, region, out);
    adjoins &= cond || s->kind == AST_DECL;
  }
}

bool
tree_find_assumed(tree *t, const ast_node *n, const ast_node *s,
                  tree_facts *out) {
  if (n == s)
    return true;
  for (int k = 0; n && k < n->n_parts; k++) {
    if (!tree_find_assumed(t, n->parts[k], s, out))
      continue;
    if (n->kind == AST_BRACES)
      add_before(t, n, k, s, out);
    return true;
  }
  return false;
}
