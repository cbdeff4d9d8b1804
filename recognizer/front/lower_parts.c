// recognizer/front/lower_parts.c: numbers in memory that is an array of smaller
// ones.
//
//   v = *(uint32_t *)(p + 4 * i);     p points to bytes
//
// The number is several elements of the array, its digits: the target is
// little-endian. So memory has one array, whatever it is seen as.
//
//   hi = *(1 + (int *)&x);            x is a double
//
// A variable that is a number has digits of its own, found by shifts.
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

// -- Variables ----------------------------------------------------------------
// "v" shifted by the digits of "place", a part of a variable, in bits.
static ir_val *
shift(rec_lower *lower, ir_opcode code, ir_val *v, rec_ptr place) {
  ir_val *bits = rec_lower_op2(lower, IR_OP_MUL, place.off,
                               rec_lower_int(lower, IR_I64, 8));
  return rec_lower_op2(lower, code, v,
                       rec_lower_convert(lower, bits, v->type.elem));
}

// "size" bytes of ones.
static uint64_t
ones(int size) {
  return UINT64_MAX >> (64 - 8 * size);
}

// What variable "o" holds, as a number without a sign.
static ir_val *
digits_of(rec_lower *lower, const rec_obj *o) {
  ir_val *v = o->now.val ? o->now.val : rec_lower_zero(lower, o->elem);
  return rec_lower_same_bits(lower, v, ir_unsigned(ir_size(o->elem)));
}

rec_ptr
rec_lower_digits(rec_lower *lower, rec_ptr p, ir_val *bytes, const lt_expr *e) {
  const rec_obj *o = p.obj;
  ir_scalar elem;
  int64_t at = 0, from = 0;
  bool fits = rec_lower_elem(e->type, &elem) && elem != IR_BOOL &&
              elem != IR_F80 && o->elem != IR_BOOL && o->elem != IR_F80 &&
              !o->bits && o->var && o->var->type->kind == LT_TYPE_SCALAR &&
              (!p.off || (rec_lower_is_int(p.off, &from) && from == 0));
  bool is_known = fits && rec_lower_is_int(bytes, &at);
  int room = fits ? ir_size(o->elem) - ir_size(elem) : -1;
  if (is_known ? at < 0 || at > room : room <= 0) {
    rec_lower_refuse(lower, e->loc, REC_ADDRESS_OF, o->name);
    return (rec_ptr){0};
  }
  return (rec_ptr){.obj = p.obj, .off = bytes, .in_parts = true};
}

ir_val *
rec_lower_load_digits(rec_lower *lower, rec_ptr place, ir_scalar elem) {
  ir_val *v = shift(lower, IR_OP_SHR, digits_of(lower, place.obj), place);
  v = rec_lower_convert(lower, v, ir_unsigned(ir_size(elem)));
  return rec_lower_same_bits(lower, v, elem);
}

ir_val *
rec_lower_set_digits(rec_lower *lower, rec_ptr place, ir_val *v) {
  ir_val *all = digits_of(lower, place.obj);
  ir_scalar word = all->type.elem, part = ir_unsigned(ir_size(v->type.elem));
  v = rec_lower_convert(lower, rec_lower_same_bits(lower, v, part), word);
  ir_val *mask = rec_lower_bits(lower, word, ones(ir_size(part)));
  mask = shift(lower, IR_OP_SHL, mask, place);
  mask = rec_lower_op2(lower, IR_OP_XOR, mask,
                       rec_lower_bits(lower, word, ones(ir_size(word))));
  all = rec_lower_op2(lower, IR_OP_AND, all, mask);
  all = rec_lower_op2(lower, IR_OP_OR, all, shift(lower, IR_OP_SHL, v, place));
  return rec_lower_same_bits(lower, all, place.obj->elem);
}
