// recognizer/front/lower_parts.c: numbers in memory that is an array of smaller
// ones.
//
//   v = *(uint32_t *)(p + 4 * i);     p points to bytes
//
// The number is several elements of the array, its digits: the target is
// little-endian. So memory has one array, whatever it is seen as.
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// The number of elements of "o" in a number of "type", or of which that is an
// array; 0: none, or not so many. An f80, of which not all bytes are digits,
// has and is none.
static int
parts_in(const rec_obj *o, const lt_type *type) {
  while (type->kind == LT_TYPE_ARRAY)
    type = type->to;
  if (!o || o->kind != REC_OBJ_ARRAY || o->elem == IR_BOOL ||
      type->kind != LT_TYPE_SCALAR || type->elem == IR_BOOL ||
      type->elem == IR_F80 || o->elem == IR_F80)
    return 0;
  return ir_size(type->elem) / ir_size(o->elem);
}

int
rec_lower_parts_of(const rec_obj *o, const lt_type *type) {
  return o && (o->memory || o->table) ? 0 : parts_in(o, type);
}

int
rec_lower_parts_at(rec_ptr p, const lt_type *type) {
  return p.in_parts ? parts_in(p.obj, type) : rec_lower_parts_of(p.obj, type);
}

rec_ptr
rec_lower_union_part(rec_lower *lower, rec_ptr base, const lt_type *type,
                     const lt_field *f) {
  const lt_type *part = f->type;
  const lt_struct *s = type->record;
  ir_scalar elem;
  while (part->kind == LT_TYPE_ARRAY)
    part = part->to;
  bool is_other = s && (s->is_union || s->is_packed) &&
                  rec_lower_elem(part, &elem) &&
                  !rec_lower_is_alike(elem, s->elem);
  int n = f->width                   ? 0
          : is_other                 ? parts_in(base.obj, part)
          : rec_lower_is_union(type) ? rec_lower_parts_of(base.obj, part)
                                     : 0;
  int size = n ? ir_size(base.obj->elem) : 1;
  if (!n || f->offset % size)
    return (rec_ptr){0};
  ir_val *off = base.off ? base.off : rec_lower_int(lower, IR_I64, 0);
  base.off = rec_lower_op2(lower, IR_OP_ADD, off,
                           rec_lower_int(lower, IR_I64, f->offset / size));
  base.in_parts = is_other || f->type->kind == LT_TYPE_SCALAR;
  return base;
}

// The place "k" elements behind "place".
static ir_val *
place_behind(rec_lower *lower, rec_ptr place, int k) {
  return rec_lower_op2(lower, IR_OP_ADD, place.off,
                       rec_lower_int(lower, IR_I64, k));
}

ir_val *
rec_lower_join(rec_lower *lower, rec_ptr place, ir_scalar elem) {
  const rec_obj *o = place.obj;
  int part = ir_size(o->elem), n = ir_size(elem) / part;
  ir_scalar word = ir_unsigned(ir_size(elem));
  ir_val *all = NULL;
  for (int k = 0; k < n; k++) {
    ir_val *v =
        rec_lower_index(lower, o->now.val, place_behind(lower, place, k));
    v = rec_lower_same_bits(lower, v, ir_unsigned(part));
    v = rec_lower_convert(lower, v, word);
    if (k)
      v = rec_lower_op2(lower, IR_OP_SHL, v,
                        rec_lower_int(lower, word, 8 * part * k));
    all = all ? rec_lower_op2(lower, IR_OP_OR, all, v) : v;
  }
  return rec_lower_same_bits(lower, all, elem);
}

void
rec_lower_split(rec_lower *lower, rec_ptr place, ir_val *v) {
  rec_obj *o = place.obj;
  int part = ir_size(o->elem), n = ir_size(v->type.elem) / part;
  ir_scalar word = ir_unsigned(ir_size(v->type.elem));
  v = rec_lower_same_bits(lower, v, word);
  for (int k = 0; k < n; k++) {
    ir_val *digit = v;
    if (k)
      digit = rec_lower_op2(lower, IR_OP_SHR, v,
                            rec_lower_int(lower, word, 8 * part * k));
    digit = rec_lower_convert(lower, digit, ir_unsigned(part));
    digit = rec_lower_same_bits(lower, digit, o->elem);
    o->now.val = ir_build_update(&lower->b, o->now.val,
                                 place_behind(lower, place, k), digit);
  }
}
