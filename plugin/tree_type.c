// plugin/tree_type.c: types and structures as loop_tree.h, and nodes of
// expressions, which have them.
#include "plugin/tree.h"

const char *
tree_type_reason(const ast_type *t) {
  static const char *const reasons[] = {[AST_OTHER_TYPE] = "TYPE_OTHER",
                                        [AST_ATOMIC_TYPE] = "ATOMIC",
                                        [AST_VECTOR] = "VECTOR",
                                        [AST_LONG_DOUBLE] = "LONG_DOUBLE",
                                        [AST_WIDE_INTEGER] = "INT128"};
  if (!t)
    return "TYPE_OTHER";
  if (t->kind == AST_COMPLEX)
    return t->to->kind == AST_SCALAR && ir_is_float(t->to->elem) &&
                   t->to->elem != IR_F80
               ? NULL
               : "COMPLEX";
  if (t->kind == AST_ATOMIC_TYPE || t->kind == AST_VECTOR)
    return reasons[t->kind];
  bool is_pointer = t->kind == AST_POINTER;
  if (t->has_space || (is_pointer && t->to->has_space))
    return "ADDRESS_SPACE";
  if (is_pointer)
    return NULL;
  return t->kind < LOFT_COUNT(reasons) ? reasons[t->kind] : NULL;
}

const lt_struct *
tree_record(tree *t, void *record) {
  lt_struct *out = map_get(t->records, record);
  const ast_record *r = out ? NULL : ast_record_of(t->ast, record);
  if (!r)
    return out;
  out = NEW(t->a, lt_struct);
  map_put(t->records, record, out);
  out->size = r->size;
  out->align = r->align;
  out->is_union = r->is_union;
  lt_field *fields = NEW_ARRAY(t->a, lt_field, r->n_fields);
  for (int k = 0; k < r->n_fields; k++) {
    const ast_field *f = &r->fields[k];
    fields[k] = (lt_field){.name = f->name,
                           .type = tree_type(t, f->type),
                           .offset = f->bits / 8,
                           .bit = (int)(f->bits % 8),
                           .width = f->width,
                           .origin = f->self};
  }
  out->fields = fields;
  out->n_fields = r->n_fields;
  lt_settle_struct(out);
  return out;
}

// Fills in the structure or union that "type" is.
static void
set_record(tree *t, lt_type *out, const ast_type *type) {
  const lt_struct *r = tree_record(t, type->record);
  bool aligned = r && type->align >= r->align;
  out->kind = LT_TYPE_STRUCT;
  out->record = aligned ? r : NULL;
  if (!type->is_union || (aligned && r->is_uniform))
    return;
  out->kind = LT_TYPE_OTHER;
  out->record = NULL;
  out->reason = "UNION";
}

// Fills in the facts about "type", which has a loop tree.
static void
set_kind(tree *t, lt_type *out, const ast_type *type) {
  // what a pointer to a function points to: all that can be asked of it is
  // whether it is null
  static const lt_type code = {.kind = LT_TYPE_VOID, .size = -1};
  switch (type->kind) {
  case AST_VOID:
    out->kind = LT_TYPE_VOID;
    break;
  case AST_SCALAR:
    out->kind = LT_TYPE_SCALAR;
    out->elem = type->elem;
    break;
  case AST_HALF:
  case AST_BFLOAT:
    out->kind = LT_TYPE_SCALAR;
    out->elem = IR_U16;
    out->half = type->kind == AST_HALF ? LT_BINARY16 : LT_BFLOAT16;
    break;
  case AST_POINTER:
    out->kind = LT_TYPE_POINTER;
    out->to = type->to->is_function ? &code : tree_type(t, type->to);
    break;
  case AST_ARRAY:
    out->kind = LT_TYPE_ARRAY;
    out->to = tree_type(t, type->to);
    out->count = type->count;
    out->count_expr = tree_length(t, type);
    break;
  case AST_COMPLEX:
    out->kind = LT_TYPE_STRUCT;
    out->record = lt_complex_struct(type->to->elem);
    break;
  case AST_INT128:
    out->kind = LT_TYPE_STRUCT;
    out->record = lt_wide_struct(type->elem == IR_I64);
    break;
  case AST_RECORD:
    set_record(t, out, type);
    break;
  case AST_OTHER_TYPE:
  case AST_ATOMIC_TYPE:
  case AST_VECTOR:
  case AST_LONG_DOUBLE:
  case AST_WIDE_INTEGER:
    break;
  }
}

const lt_type *
tree_type(tree *t, const ast_type *type) {
  lt_type *out = map_get(t->types, type);
  if (out)
    return out;
  out = NEW(t->a, lt_type);
  map_put(t->types, type, out);
  out->is_const = type->is_const;
  out->is_volatile = type->is_volatile;
  out->is_restrict = type->is_restrict;
  out->is_atomic = type->kind == AST_ATOMIC_TYPE;
  out->text = type->text;
  out->size = type->size;
  out->align = type->align;
  out->kind = LT_TYPE_OTHER;
  out->reason = tree_type_reason(type);
  if (type->kind == AST_VOID || !out->reason)
    set_kind(t, out, type);
  return out;
}

lt_expr *
tree_expr_node(tree *t, lt_expr_kind kind, const ast_node *n) {
  lt_expr *out = NEW(t->a, lt_expr);
  const ast_type *type = ast_type_of(t->ast, n);
  out->kind = kind;
  out->type = tree_type(t, type ? type : ast_int_type(t->ast));
  out->loc = ast_loc(t->ast, n);
  out->origin = n->self;
  return out;
}

lt_expr *
tree_unsupported_expr(tree *t, const char *reason, const ast_node *n) {
  lt_expr *out = tree_expr_node(t, LT_EXPR_UNSUPPORTED, n);
  out->reason = reason;
  out->text = ast_text(t->ast, n);
  return out;
}

lt_expr *
tree_constant(tree *t, lt_expr_kind kind, const ast_node *n, ir_bits bits) {
  lt_expr *out = tree_expr_node(t, kind, n);
  if (out->type->kind != LT_TYPE_SCALAR)
    return tree_unsupported_expr(t, "TYPE_OTHER", n);
  if (out->type->half)
    out->kind = LT_INT;
  out->bits = bits & (((ir_bits)1 << ir_width(out->type->elem)) - 1);
  return out;
}

lt_expr *
tree_length(tree *t, const ast_type *type) {
  ast_node *size = type->length;
  if (!size)
    return NULL;
  if (tree_is_stable(t->ast, size))
    return t->expr(t, size);
  lt_var *v = map_get(t->lengths, size);
  if (!v && t->inlining)
    return tree_unsupported_expr(t, "TYPE_OTHER", size);
  if (!v) {
    v = NEW(t->a, lt_var);
    v->name = arena_printf(t->a, "(%s)", ast_text(t->ast, size));
    v->type = tree_type(t, ast_c_type(t->ast, IR_I64));
    v->loc = ast_loc(t->ast, size);
    map_put(t->lengths, size, v);
    map_put(t->length_types, v, (void *)type);
  }
  lt_expr *out = NEW(t->a, lt_expr);
  out->kind = LT_VAR;
  out->type = v->type;
  out->loc = v->loc;
  out->var = v;
  return out;
}
