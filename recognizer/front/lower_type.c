// recognizer/front/lower_type.c: C types as the IR sees them.
#include "recognizer/front/lower_private.h"

bool
rec_lower_is_pointer(const lt_type *type) {
  return type->kind == LT_TYPE_POINTER;
}

const lt_expr *
rec_lower_bare_pointer(const lt_expr *e) {
  while (e->kind == LT_CAST && rec_lower_is_pointer(e->type) &&
         rec_lower_is_pointer(e->a->type))
    e = e->a;
  return e;
}

bool
rec_lower_is_view(const lt_expr *e) {
  for (; e && e->kind != LT_VAR; e = e->a)
    if (e->kind == LT_CAST && rec_lower_is_pointer(e->a->type))
      return true;
  return false;
}

bool
rec_lower_elem(const lt_type *type, ir_scalar *elem) {
  while (type && type->kind == LT_TYPE_ARRAY)
    type = type->to;
  bool is_uniform = type && type->record && type->record->is_uniform;
  if (!type || (type->kind != LT_TYPE_SCALAR && !is_uniform))
    return false;
  *elem = is_uniform ? type->record->elem : type->elem;
  return true;
}

const lt_struct *
rec_lower_mixed(const lt_type *type) {
  while (type->kind == LT_TYPE_ARRAY)
    type = type->to;
  const lt_struct *s = type->record;
  return s && s->unit && !s->is_uniform ? s : NULL;
}

bool
rec_lower_is_alike(ir_scalar x, ir_scalar y) {
  return ir_size(x) == ir_size(y) && ir_is_float(x) == ir_is_float(y) &&
         (x == IR_BOOL) == (y == IR_BOOL);
}

rec_reason
rec_lower_type_reason(const lt_type *type) {
  rec_reason reason = REC_TYPE_OTHER;
  while (type->kind == LT_TYPE_ARRAY)
    type = type->to;
  if (type->kind == LT_TYPE_POINTER)
    return REC_POINTER_LOADED;
  if (type->kind == LT_TYPE_STRUCT)
    return REC_STRUCT_ARRAY;
  if (type->reason)
    rec_reason_from_id(type->reason, &reason);
  return reason;
}

bool
rec_lower_is_union(const lt_type *type) {
  return type->kind == LT_TYPE_OTHER &&
         rec_lower_type_reason(type) == REC_UNION;
}

int
rec_lower_levels(const lt_type *type, ir_scalar *elem,
                 const lt_struct **mixed) {
  int n = 0;
  *elem = IR_U8;
  while (type->kind == LT_TYPE_ARRAY)
    type = type->to;
  for (; rec_lower_is_pointer(type); type = type->to)
    n++;
  *mixed = rec_lower_mixed(type);
  bool leads = *mixed || rec_lower_elem(type, elem);
  return n <= REC_TABLE_LEVELS && leads ? n : 0;
}

bool
rec_lower_is_wide_pointee(const lt_type *type) {
  const lt_struct *mixed;
  ir_scalar elem;
  return rec_lower_mixed(type) || rec_lower_levels(type, &elem, &mixed);
}

bool
rec_lower_is_complex(const lt_type *type) {
  return type->record && type->record->is_complex;
}

bool
rec_lower_is_wide(const lt_type *type) {
  return type->record && type->record->is_wide;
}

bool
rec_lower_is_number(const lt_type *type) {
  return rec_lower_is_complex(type) || rec_lower_is_wide(type);
}

bool
rec_lower_is_computed(const lt_expr *e) {
  return rec_lower_is_number(e->type) &&
         (e->kind == LT_BINARY || e->kind == LT_UNARY || e->kind == LT_CAST ||
          e->kind == LT_ASSIGN_OP ||
          (e->kind == LT_INCDEC && rec_lower_is_wide(e->type)) ||
          (e->kind == LT_CALL && e->is_library && !e->func->body));
}
