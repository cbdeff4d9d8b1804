// recognizer/front/lower_half.c: floats of 16 bits.
//
// Memory has them as u16, C computes with f32 (plugin/tree_half.c). What
// converts them is integer arithmetic, so that it gives the same bits
// everywhere, and devices need no type of 16 bits.
#include "recognizer/front/lower_number.h"

// "x" op "c".
static ir_val *
with(rec_lower *lower, ir_opcode op, ir_val *x, uint64_t c) {
  return rec_lower_op2(lower, op, x, rec_lower_bits(lower, x->type.elem, c));
}

// "x" where "test" holds, else "y".
static ir_val *
choose(rec_lower *lower, ir_val *test, ir_val *x, ir_val *y) {
  return rec_lower_op3(lower, IR_OP_SELECT, test, x, y);
}

// The bits of an f32 without its sign, for those of a binary16.
static ir_val *
widen(rec_lower *lower, ir_val *h) {
  static const uint64_t bias = (127 - 15) << 23, least = 0x33800000; // 2^-24
  ir_val *high = with(lower, IR_OP_SHL, h, 13);
  ir_val *normal = with(lower, IR_OP_ADD, high, bias);
  ir_val *endless = with(lower, IR_OP_ADD, high, 2 * bias); // or a NaN
  ir_val *n = rec_lower_convert(lower, h, IR_I32);
  ir_val *small =
      with(lower, IR_OP_MUL, rec_lower_convert(lower, n, IR_F32), least);
  small = rec_lower_same_bits(lower, small, IR_U32);
  normal = choose(lower, with(lower, IR_OP_GE, h, 0x7c00), endless, normal);
  return choose(lower, with(lower, IR_OP_LT, h, 0x0400), small, normal);
}

ir_val *
rec_lower_from_half(rec_lower *lower, ir_val *v, lt_half half) {
  ir_val *h = rec_lower_convert(lower, v, IR_U32);
  if (half == LT_BFLOAT16)
    return rec_lower_same_bits(lower, with(lower, IR_OP_SHL, h, 16), IR_F32);
  ir_val *sign = with(lower, IR_OP_SHL, with(lower, IR_OP_AND, h, 0x8000), 16);
  ir_val *all = widen(lower, with(lower, IR_OP_AND, h, 0x7fff));
  all = rec_lower_op2(lower, IR_OP_OR, all, sign);
  return rec_lower_same_bits(lower, all, IR_F32);
}

// The bits of the f32 that "v", an f64, is rounded to odd: to one of its
// neighbours, if it is none, that with the last bit set. Rounded to fewer bits,
// it gives what v does.
static ir_val *
round_to_odd(rec_lower *lower, ir_val *v) {
  ir_val *f = rec_lower_convert(lower, v, IR_F32);
  ir_val *back = rec_lower_convert(lower, f, IR_F64);
  ir_val *inexact = rec_lower_op2(lower, IR_OP_NE, back, v);
  ir_val *beyond =
      rec_lower_op2(lower, IR_OP_GT, rec_lower_op1(lower, IR_OP_ABS, back),
                    rec_lower_op1(lower, IR_OP_ABS, v));
  ir_val *bits = rec_lower_same_bits(lower, f, IR_U32);
  beyond = rec_lower_convert(lower, beyond, IR_U32);
  inexact = rec_lower_convert(lower, inexact, IR_U32);
  bits = rec_lower_op2(lower, IR_OP_SUB, bits, beyond);
  return rec_lower_op2(lower, IR_OP_OR, bits, inexact);
}

// "x" without its last "n" bits, rounded to nearest even.
static ir_val *
round_off(rec_lower *lower, ir_val *x, int n) {
  ir_val *odd = with(lower, IR_OP_SHR, x, (uint64_t)n);
  odd = with(lower, IR_OP_AND, odd, 1);
  ir_val *up = with(lower, IR_OP_ADD, x, (UINT64_C(1) << (n - 1)) - 1);
  up = rec_lower_op2(lower, IR_OP_ADD, up, odd);
  return with(lower, IR_OP_SHR, up, (uint64_t)n);
}

// The binary16 without its sign of the f32 with the bits "a", whose sign is 0.
// A sum with 1/2 rounds what is below 2^-14 to a multiple of 2^-24.
static ir_val *
shrink(rec_lower *lower, ir_val *a) {
  static const uint64_t bias = (127 - 15) << 23, middle = 0x3f000000;
  ir_val *normal = round_off(lower, with(lower, IR_OP_SUB, a, bias), 13);
  ir_val *small = rec_lower_same_bits(lower, a, IR_F32);
  small = with(lower, IR_OP_ADD, small, middle);
  small = rec_lower_same_bits(lower, small, IR_U32);
  small = with(lower, IR_OP_SUB, small, middle);
  ir_val *nan = with(lower, IR_OP_AND, with(lower, IR_OP_SHR, a, 13), 0x03ff);
  nan = with(lower, IR_OP_OR, nan, 0x7e00);
  ir_val *all =
      choose(lower, with(lower, IR_OP_LT, a, 0x38800000), small, normal);
  ir_val *infinity = rec_lower_bits(lower, IR_U32, 0x7c00);
  all = choose(lower, with(lower, IR_OP_GE, a, 0x47800000), infinity, all);
  return choose(lower, with(lower, IR_OP_GT, a, 0x7f800000), nan, all);
}

ir_val *
rec_lower_to_half(rec_lower *lower, ir_val *v, lt_half half) {
  ir_val *u = v->type.elem == IR_F64 ? round_to_odd(lower, v)
                                     : rec_lower_same_bits(lower, v, IR_U32);
  ir_val *high = with(lower, IR_OP_SHR, u, 16);
  ir_val *a = with(lower, IR_OP_AND, u, 0x7fffffff), *all;
  if (half == LT_BFLOAT16) {
    ir_val *nan = with(lower, IR_OP_OR, high, 0x0040);
    all = choose(lower, with(lower, IR_OP_GT, a, 0x7f800000), nan,
                 round_off(lower, u, 16));
  } else {
    ir_val *sign = with(lower, IR_OP_AND, high, 0x8000);
    all = rec_lower_op2(lower, IR_OP_OR, shrink(lower, a), sign);
  }
  return rec_lower_convert(lower, all, IR_U16);
}
