// plugin/tree_expr.c: expressions as loop_tree.h.
#include "plugin/tree.h"

// Node of "kind" for "n" with operands, which may be NULL. Some are asked for
// being 0.
static lt_expr *
operation(tree *t, lt_expr_kind kind, const ast_node *n, ast_node *x,
          ast_node *y, ast_node *z) {
  lt_expr *out = tree_expr_node(t, kind, n);
  out->op = n->op;
  out->post = n->is_postfix;
  bool tests = kind == LT_UNARY
                   ? n->op == LT_NOT
                   : kind == LT_BINARY && (n->op == LT_LAND || n->op == LT_LOR);
  if (x)
    out->a = tests || kind == LT_COND ? tree_condition(t, x) : tree_expr(t, x);
  if (y)
    out->b = tests ? tree_condition(t, y) : tree_expr(t, y);
  out->c = z ? tree_expr(t, z) : NULL;
  return out;
}

// The mention of a variable.
static lt_expr *
put_reference(tree *t, const ast_node *n) {
  const ast_decl *v = n->decl;
  if (v->kind != AST_VARIABLE || map_get(t->given, v))
    return tree_unsupported_expr(t, "EXPR_OTHER", n);
  if (v->is_thread_local)
    return tree_unsupported_expr(t, "THREAD_LOCAL", n);
  if (v->is_static && v->is_register)
    return tree_unsupported_expr(t, "EXPR_OTHER", n);
  if (n->is_captured || v->is_block)
    return tree_unsupported_expr(t, "CAPTURED", n);
  lt_expr *out = tree_expr_node(t, LT_VAR, n);
  out->var = tree_var(t, v);
  return out;
}

// The function without parameters that "n" dereferences the result of, if that
// is the same wherever it is called; else NULL.
static const ast_decl *
constant_place(tree *t, const ast_node *n) {
  ast_node *call = ast_bare(n->x);
  while (call->kind == AST_CAST && call->is_implicit)
    call = ast_bare(call->x);
  bool is_constant = call->kind == AST_CALL && call->decl &&
                     call->n_parts == 1 &&
                     ast_function_of(t->ast, call->decl).is_const;
  return is_constant ? call->decl : NULL;
}

// *x
static lt_expr *
put_deref(tree *t, ast_node *n) {
  const ast_decl *f = constant_place(t, n);
  if (!f)
    return operation(t, LT_DEREF, n, n->x, NULL, NULL);
  const char *name = ast_is_system_macro(t->ast, n)
                         ? plugin_first_word(t->a, ast_text(t->ast, n))
                     : t->inlining ? t->here->name
                                   : f->name;
  return tree_place(t, n, f, name);
}

// __real__ x, __imag__ x
static lt_expr *
put_part(tree *t, const ast_node *n) {
  bool imaginary = n->kind == AST_IMAGINARY_PART;
  if (ast_type_of(t->ast, n->x)->kind != AST_COMPLEX)
    return imaginary ? tree_unsupported_expr(t, "EXPR_OTHER", n)
                     : tree_expr(t, n->x);
  lt_expr *out = operation(t, LT_MEMBER, n, n->x, NULL, NULL);
  if (!out->a->type->record)
    return out->a;
  out->member = &out->a->type->record->fields[imaginary];
  return out;
}

// x op= y
static lt_expr *
put_assign_op(tree *t, const ast_node *n) {
  const ast_type *compute = ast_compute_type(t->ast, n);
  const char *reason = tree_type_reason(compute);
  if (reason)
    return tree_unsupported_expr(t, reason, n);
  lt_expr *out = operation(t, LT_ASSIGN_OP, n, n->x, n->y, NULL);
  out->compute = tree_type(t, compute);
  return out;
}

// (type)x
static lt_expr *
put_cast(tree *t, const ast_node *n) {
  switch (n->cast) {
  case AST_LOAD:
  case AST_SAME:
    return tree_expr(t, n->x);
  case AST_DECAY:
  case AST_CONVERT: {
    lt_expr *out = operation(t, LT_CAST, n, n->x, NULL, NULL);
    out->loc = ast_loc(t->ast, n->x);
    return out;
  }
  case AST_TO_SPACE:
    return tree_unsupported_expr(t, "ADDRESS_SPACE", n->x);
  case AST_ATOMIC:
    return tree_unsupported_expr(t, "ATOMIC", n);
  case AST_NO_CAST:
    break;
  }
  return tree_unsupported_expr(t, "EXPR_OTHER", n);
}

// x.field, x->field
static lt_expr *
put_member(tree *t, const ast_node *n) {
  if (n->decl->kind != AST_FIELD)
    return tree_unsupported_expr(t, "EXPR_OTHER", n);
  const lt_struct *r = tree_record(t, n->decl->record);
  lt_expr *out = operation(t, LT_MEMBER, n, n->x, NULL, NULL);
  out->arrow = n->is_arrow;
  out->member = &r->fields[n->decl->index];
  return out;
}

// The bytes of "type", a product over its variable lengths, typed like "n".
static lt_expr *
put_size(tree *t, const ast_node *n, const ast_type *type) {
  if (type && type->size >= 0) {
    lt_expr *out = tree_expr_node(t, LT_INT, n);
    out->bits = (uint64_t)type->size;
    return out;
  }
  lt_expr *length = type ? tree_length(t, type) : NULL;
  if (!length)
    return tree_unsupported_expr(t, "EXPR_OTHER", n);
  lt_expr *wide = tree_expr_node(t, LT_CAST, n);
  wide->a = length;
  lt_expr *out = tree_expr_node(t, LT_BINARY, n);
  out->op = LT_MUL;
  out->a = wide;
  out->b = put_size(t, n, type->to);
  return out;
}

// x times i
static lt_expr *
put_imaginary(tree *t, const ast_node *n) {
  lt_expr *out = tree_expr_node(t, LT_INIT_LIST, n);
  out->args = NEW_ARRAY(t->a, lt_expr *, 2);
  out->args[out->n_args++] = tree_zero(t, n->x);
  out->args[out->n_args++] = tree_expr(t, n->x);
  return out;
}

// x ?: w, whose x must be free of side effects.
static lt_expr *
put_shared(tree *t, const ast_node *n) {
  if (ast_has_side_effects(t->ast, n->x))
    return tree_unsupported_expr(t, "EXPR_OTHER", n);
  return operation(t, LT_COND, n, n->y, n->z, n->w);
}

// A literal.
static lt_expr *
put_float(tree *t, const ast_node *n) {
  ir_bits bits = 0;
  return ast_float(t->ast, n, &bits)
             ? tree_constant(t, LT_FLOAT, n, bits)
             : tree_unsupported_expr(t, "EXPR_OTHER", n);
}

// The rarer kinds.
static lt_expr *
put_other(tree *t, ast_node *n) {
  switch ((int)n->kind) {
  case AST_REAL_PART:
  case AST_IMAGINARY_PART:
    return put_part(t, n);
  case AST_TRAIT:
    return put_size(t, n, ast_size_operand(t->ast, n));
  case AST_INIT_LIST:
    return tree_list(t, n);
  case AST_SHARED:
    return n->x ? tree_expr(t, n->x)
                : tree_unsupported_expr(t, "EXPR_OTHER", n);
  case AST_ZERO:
    return tree_zero(t, n);
  case AST_STMT_EXPR:
    return tree_statements(t, n);
  case AST_STRING:
    return tree_place(t, n, n, ast_text(t->ast, n));
  case AST_FUNCTION_NAME:
    return tree_unsupported_expr(t, "STRING_LITERAL", n);
  case AST_IMAGINARY:
    return put_imaginary(t, n);
  case AST_COMPOUND:
    return tree_literal(t, n);
  case AST_ATOMIC_EXPR:
    return tree_unsupported_expr(t, "ATOMIC", n);
  default: // has no loop tree
    return tree_unsupported_expr(t, "EXPR_OTHER", n);
  }
}

// An expression that is no constant.
static lt_expr *
put_kind(tree *t, ast_node *n) {
  switch ((int)n->kind) {
  case AST_CAST:
    return put_cast(t, n);
  case AST_REF:
    return put_reference(t, n);
  case AST_ASSIGN_OP:
    return put_assign_op(t, n);
  case AST_BINARY:
    return operation(t, LT_BINARY, n, n->x, n->y, NULL);
  case AST_ASSIGN:
    return operation(t, LT_ASSIGN, n, n->x, n->y, NULL);
  case AST_COMMA:
    return operation(t, LT_COMMA, n, n->x, n->y, NULL);
  case AST_STEP:
    return operation(t, LT_INCDEC, n, n->x, NULL, NULL);
  case AST_UNARY:
    return operation(t, LT_UNARY, n, n->x, NULL, NULL);
  case AST_ADDRESS:
    return operation(t, LT_ADDR, n, n->x, NULL, NULL);
  case AST_DEREF:
    return put_deref(t, n);
  case AST_INDEX:
    return operation(t, LT_INDEX, n, n->x, n->y, NULL);
  case AST_MEMBER:
    return put_member(t, n);
  case AST_CALL:
    return tree_call(t, n);
  case AST_FLOAT:
    return put_float(t, n);
  case AST_COND:
    return operation(t, LT_COND, n, n->x, n->y, n->z);
  case AST_COND_SHARED:
    return put_shared(t, n);
  default:
    return put_other(t, n);
  }
}

lt_expr *
tree_expr(tree *t, ast_node *n) {
  ir_bits bits;
  n = ast_bare(n);
  if (n->is_broken)
    return tree_unsupported_expr(t, "EXPR_OTHER", n);
  const ast_type *type = ast_type_of(t->ast, n);
  const char *reason = tree_type_reason(type);
  if (reason)
    return tree_unsupported_expr(t, reason, n);
  if (type->kind == AST_SCALAR && ast_integer(t->ast, n, &bits))
    return tree_constant(t, LT_INT, n, bits);
  if (n->is_place && n->is_volatile)
    return tree_unsupported_expr(t, "VOLATILE", n);
  lt_expr *out = tree_half(t, n);
  if (!out)
    out = put_kind(t, n);
  out->fp = ast_float_options(t->ast, n);
  if (out->fp & LT_FP_ENVIRONMENT)
    out->text = ast_text(t->ast, n);
  return out;
}
