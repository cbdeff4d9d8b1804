// plugin/tree_var.c: variables and places as loop_tree.h.
#include "plugin/tree.h"

lt_var *
tree_var(tree *t, const ast_decl *d) {
  lt_var *out = map_get(t->vars, d);
  if (out)
    return out;
  out = NEW(t->a, lt_var);
  map_put(t->vars, d, out);
  const ast_type *type = ast_decl_type(t->ast, d);
  out->name = d->name;
  out->loc = d->loc;
  out->is_static = d->is_static;
  out->is_static_local = d->is_static_local;
  out->address_taken = d->is_taken || d->is_block;
  out->is_assigned = d->is_stored;
  out->is_argument = d->is_argument;
  out->is_dead = !out->address_taken && !d->n_decays && ast_is_dead(t->ast, d);
  out->origin = d->self;
  out->type = tree_type(t, type);
  if (type->kind == AST_POINTER && d->init && tree_is_kept(t->ast, d) &&
      tree_is_fixed(t->ast, d->init))
    out->start = t->expr(t, d->init);
  out->init = ast_constant_data(t->ast, d, &out->n_init);
  out->is_const_data = out->init != NULL;
  return out;
}

// Fills in the contents of the string literal "n"; long ones are not read.
static void
set_characters(tree *t, lt_var *out, const ast_node *n) {
  enum { MOST = 1 << 16 };
  int length;
  const uint64_t *from = ast_string(t->ast, n, &length);
  int64_t count = out->type->count;
  if (count <= 0 || count > MOST)
    return;
  ir_bits *bits = NEW_ARRAY(t->a, ir_bits, count);
  for (int64_t k = 0; k < count && k < length; k++)
    bits[k] = from[k];
  out->init = bits;
  out->n_init = count;
  out->is_const_data = true;
}

lt_expr *
tree_place(tree *t, ast_node *n, const void *key, const char *name) {
  lt_var *v = map_get(t->places, key);
  if (!v) {
    v = NEW(t->a, lt_var);
    v->name = name;
    v->type = tree_type(t, ast_type_of(t->ast, n));
    v->loc = ast_loc(t->ast, n);
    v->is_static = true;
    if (n->kind == AST_STRING)
      set_characters(t, v, n);
    map_put(t->places, key, v);
    map_put(t->place_nodes, v, n);
  }
  lt_expr *out = tree_expr_node(t, LT_VAR, n);
  out->var = v;
  return out;
}
