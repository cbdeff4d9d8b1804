// plugin/tree_init.c: initializers as loop_tree.h.
#include "plugin/tree.h"

// Whether values of "t" have parts.
static bool
has_parts(const ast_type *t) {
  return t->kind == AST_ARRAY || t->kind == AST_RECORD ||
         t->kind == AST_COMPLEX;
}

lt_expr *
tree_zero(tree *t, const ast_node *n) {
  const ast_type *type = ast_type_of(t->ast, n);
  if (has_parts(type))
    return tree_expr_node(t, LT_INIT_LIST, n);
  bool is_float = type->kind == AST_SCALAR && ir_is_float(type->elem);
  return tree_expr_node(t, is_float ? LT_FLOAT : LT_INT, n);
}

lt_expr *
tree_list(tree *t, ast_node *n) {
  if (n->is_syntactic)
    n = n->x;
  const ast_type *type = ast_type_of(t->ast, n);
  bool is_scalar =
      type->kind == AST_COMPLEX ? n->n_parts != 2 : !has_parts(type);
  if (is_scalar)
    return n->n_parts == 1 ? t->expr(t, n->parts[0]) : tree_zero(t, n);
  if (n->is_string)
    return tree_characters(t, ast_bare(n->parts[0]));
  lt_expr *out = tree_expr_node(t, LT_INIT_LIST, n);
  if (n->decl)
    out->member = &tree_record(t, n->decl->record)->fields[n->decl->index];
  out->args = NEW_ARRAY(t->a, lt_expr *, n->n_parts);
  for (int k = 0; k < n->n_parts; k++) {
    ast_node *bare = ast_bare(n->parts[k]);
    out->args[out->n_args++] =
        bare->kind == AST_STRING ? tree_characters(t, bare) : t->expr(t, bare);
  }
  return out;
}

lt_expr *
tree_characters(tree *t, const ast_node *n) {
  lt_expr *out = tree_expr_node(t, LT_INIT_LIST, n);
  int length;
  const uint64_t *from = ast_string(t->ast, n, &length);
  int64_t count = out->type->count < 0 ? length : out->type->count;
  out->args = NEW_ARRAY(t->a, lt_expr *, count);
  for (int64_t k = 0; k < count; k++) {
    lt_expr *c = tree_expr_node(t, LT_INT, n);
    c->type = out->type->to;
    c->bits = k < length ? from[k] : 0;
    out->args[out->n_args++] = c;
  }
  return out;
}

lt_expr *
tree_literal(tree *t, const ast_node *n) {
  lt_expr *out = tree_expr_node(t, LT_COMPOUND, n);
  out->var = NEW(t->a, lt_var);
  out->var->name = ast_text(t->ast, n);
  out->var->loc = out->loc;
  out->var->type = out->type;
  out->var->is_local = true;
  out->a = t->expr(t, n->x);
  return out;
}
