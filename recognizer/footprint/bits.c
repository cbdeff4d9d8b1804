// recognizer/footprint/bits.c: bounds of bits put together.
//
//   l = i ^ j          %m = or %i_most, %j_most
//                      %m1 = or %m, shr %m, 1; ... 2, 4, ... 32
//
// Of two integers that are not negative the exclusive or, as the or, has no bit
// above the highest one of both. So it is at most the number of all bits up to
// that one: n - 1 where i and j are below n, a power of two.
#include "recognizer/footprint/footprint.h"

// Bounds of operand "k" of "op", which is not negative; false where that is not
// known.
static bool
bound_operand(rec_emit *e, ir_op *op, int k, rec_bounds *out) {
  rec_dom *d = rec_dom_new(e->an, op, false);
  an_poly p = rec_read_exact(d, op->ins.at[k]);
  return !p.bad && rec_prove_ge(d, &p) && rec_emit_bounds(e, d, &p, out);
}

bool
rec_emit_bits(rec_emit *e, ir_op *op, ir_val **out) {
  enum { MOST_SHIFT = 32 };
  rec_bounds x, y;
  if ((op->code != IR_OP_XOR && op->code != IR_OP_OR) ||
      !ir_is_int(op->outs.at[0]->type.elem) || !bound_operand(e, op, 0, &x) ||
      !bound_operand(e, op, 1, &y))
    return false;
  ir_builder *b = e->b;
  out[0] = ir_build_int(b, IR_I64, 0);
  out[1] = ir_build2(b, IR_OP_OR, ir_build2(b, IR_OP_MAX, x.hi, out[0]),
                     ir_build2(b, IR_OP_MAX, y.hi, out[0]));
  for (int by = 1; by <= MOST_SHIFT; by *= 2) {
    ir_val *less = ir_build2(b, IR_OP_SHR, out[1], ir_build_int(b, IR_I64, by));
    out[1] = ir_build2(b, IR_OP_OR, out[1], less);
  }
  return true;
}
