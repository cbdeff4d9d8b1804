// plugin/tree.c: the region of an annotated statement.
#include "plugin/tree.h"

tree *
tree_create(arena *a, ast *ast) {
  tree *t = NEW(a, tree);
  map **maps[] = {&t->vars,   &t->types,       &t->records, &t->lengths,
                  &t->places, &t->place_nodes, &t->labels,  &t->length_types,
                  &t->counts, &t->given};
  for (int k = 0; k < LOFT_COUNT(maps); k++)
    *maps[k] = map_new(a);
  t->a = a;
  t->ast = ast;
  t->expr = tree_expr;
  t->here = ast_around(ast);
  t->uses_errno = tree_scan(ast, t->here);
  return t;
}

// "f" as a condition that holds.
static lt_expr *
put_fact(tree *t, const tree_fact *f) {
  lt_expr *e = tree_condition(t, f->cond);
  if (f->truth)
    return e;
  lt_expr *out = NEW(t->a, lt_expr);
  *out = (lt_expr){.kind = LT_UNARY, .op = LT_NOT, .loc = e->loc, .a = e};
  out->type = tree_type(t, ast_int_type(t->ast));
  return out;
}

// Adds the conditions that hold in front of "s" to "r".
static void
add_assumed(tree *t, lt_region *r, const ast_node *s) {
  tree_facts found = {0};
  VEC(const lt_expr *) all = {0};
  tree_find_assumed(t, ast_function_of(t->ast, t->here).body, s, &found);
  for (int k = 0; k < found.n; k++)
    vec_push(t->a, &all, put_fact(t, &found.at[k]));
  r->assumed = all.at;
  r->n_assumed = all.n;
}

lt_region *
tree_region(tree *t, const plugin_mark *m, const ast_node *s,
            const ast_node *behind) {
  const plugin_pragma *p = &m->says;
  ast_language language = ast_language_of(t->ast);
  lt_region *r = NEW(t->a, lt_region);
  r->kind = p->kind;
  r->exact = p->exact;
  r->required = p->required;
  r->independent = p->independent;
  r->assoc = !p->exact;
  r->wrapv = language.wrapv;
  r->fast = language.fast;
  r->loc = m->loc;
  r->kind_loc = p->kind_loc;
  r->file = m->loc.file;
  r->name = t->here->name;
  r->reduces = p->reduces.at;
  r->n_reduces = p->reduces.n;
  r->combines = p->combines.at;
  r->n_combines = p->combines.n;
  ast_leave(t->ast, s);
  tree_count_decays(s, -1); // the recognizer knows what is left of these
  r->stmt = tree_site(t, s, behind);
  tree_leave(t, r);
  tree_count_decays(s, 1);
  add_assumed(t, r, s);
  r->target = ast_target_of(t->ast, t->here);
  r->is_multiversion = ast_is_multiversion(t->ast);
  r->uses_errno = t->uses_errno && language.math_errno;
  r->uses_signgam = language.uses_signgam;
  return r;
}
