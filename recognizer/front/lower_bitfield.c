// recognizer/front/lower_bitfield.c: bit-fields in memory, by their bytes.
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

ir_val *
rec_lower_load_bits(rec_lower *lower, rec_ptr place, ir_scalar elem) {
  const lt_field *f = place.bits;
  ir_val *all = rec_lower_int(lower, IR_U64, 0);
  int bytes = (f->bit + f->width + 7) / 8;
  for (int k = 0; k < bytes && k < 8; k++) {
    ir_val *at = rec_lower_op2(lower, IR_OP_ADD, place.off,
                               rec_lower_int(lower, IR_I64, k));
    ir_val *byte = rec_lower_index(lower, place.obj->now.val, at);
    byte =
        rec_lower_convert(lower, rec_lower_convert(lower, byte, IR_U8), IR_U64);
    byte = rec_lower_op2(lower, IR_OP_SHL, byte,
                         rec_lower_int(lower, IR_U64, 8 * k));
    all = rec_lower_op2(lower, IR_OP_OR, all, byte);
  }
  all = rec_lower_op2(lower, IR_OP_SHR, all,
                      rec_lower_int(lower, IR_U64, f->bit));
  if (elem == IR_BOOL)
    all = rec_lower_op2(lower, IR_OP_AND, all, rec_lower_int(lower, IR_U64, 1));
  return rec_lower_narrow(lower, rec_lower_convert(lower, all, elem), f);
}

// Byte "k" of the "all" bits at "place", in which "mask" says which are the
// bit-field's, stored beside those of its neighbours.
static void
store_byte(rec_lower *lower, rec_ptr place, int k, ir_val *all, uint64_t mask) {
  rec_obj *o = place.obj;
  ir_val *at = rec_lower_op2(lower, IR_OP_ADD, place.off,
                             rec_lower_int(lower, IR_I64, k));
  ir_val *byte =
      rec_lower_op2(lower, IR_OP_SHR, all, rec_lower_int(lower, IR_U64, 8 * k));
  uint64_t own = mask >> 8 * k & 0xff;
  byte = rec_lower_convert(lower, byte, IR_U8);
  if (own != 0xff) {
    ir_val *old = rec_lower_index(lower, o->now.val, at);
    old = rec_lower_op2(lower, IR_OP_AND, rec_lower_convert(lower, old, IR_U8),
                        rec_lower_bits(lower, IR_U8, ~own & 0xff));
    byte = rec_lower_op2(lower, IR_OP_OR, byte, old);
  }
  byte = rec_lower_same_bits(lower, byte, o->elem);
  o->now.val = ir_build_update(&lower->b, o->now.val, at, byte);
}

void
rec_lower_store_bits(rec_lower *lower, rec_ptr place, ir_val *v, loft_loc loc) {
  const lt_field *f = place.bits;
  uint64_t ones = f->width < 64 ? (UINT64_C(1) << f->width) - 1 : UINT64_MAX;
  uint64_t mask = ones << f->bit;
  if (f->bit + f->width > 64) {
    rec_lower_refuse(lower, loc, REC_BITFIELD, f->name);
    return;
  }
  place.obj->read = place.obj->written = true;
  lower->b.loc = rec_lower_loc(lower, loc);
  v = rec_lower_op2(lower, IR_OP_AND, rec_lower_convert(lower, v, IR_U64),
                    rec_lower_int(lower, IR_U64, (int64_t)ones));
  v = rec_lower_op2(lower, IR_OP_SHL, v, rec_lower_int(lower, IR_U64, f->bit));
  for (int k = 0; 8 * k < f->bit + f->width; k++)
    store_byte(lower, place, k, v, mask);
}
