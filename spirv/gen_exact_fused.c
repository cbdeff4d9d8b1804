// spirv/gen_exact_fused.c: f32 quotients and roots on devices that fuse fma.
//
// Division: two Newton steps bring a reciprocal that is up to 6 units off to
// y = RN(1/b); then q1 = RN(q0 + y * (a - q0*b)), q0 = RN(a * y), is one of the
// two floats around a/b, fma gives a - q1*b exactly, and RN(q1 + y * (a -
// q1*b)) is RN(a/b) (Markstein 1990). All b's digits were tried with all
// errors: only 1.11..1 does not reach y, so it is left to the integers. Root:
// the steps of Goldschmidt, tried for all x of [1, 4) with all errors up to 6
// units. They give half the reciprocal, too, from which two Newton steps reach
// RN(1/RN(sqrt(x))), tried likewise. The ranges keep residuals above the
// subnormal numbers, which devices may flush.
#include "spirv/gen_exact.h"

// The constant 1, or 0.5.
static uint32_t
one(const fn *f) {
  return gen_const_value(f->g, IR_F32, 1);
}

static uint32_t
half(const fn *f) {
  return gen_const_value(f->g, IR_F32, 0.5);
}

// c - a * b
static uint32_t
residual(const fn *f, uint32_t a, uint32_t b, uint32_t c) {
  return fma_of(f, f->f32, GEN(f->g, SpvOpFNegate, f->f32, a), b, c);
}

// -- Ranges -------------------------------------------------------------------

// Twice the bits of a float: no sign.
static uint32_t
twice(const fn *f, uint32_t x) {
  return int2i(f, SpvOpShiftLeftLogical, bits_of(f, x), 1);
}

// low <= exponent field of the float < low + n, from twice its bits.
static uint32_t
exponent_in(const fn *f, uint32_t twice_bits, uint32_t low, uint32_t n) {
  return testi(f, SpvOpULessThan, int2i(f, SpvOpISub, twice_bits, low << 24),
               n << 24);
}

// The digits are not all ones, from twice the bits.
static uint32_t
has_zero_digit(const fn *f, uint32_t twice_bits) {
  return testi(f, SpvOpINotEqual,
               int2i(f, SpvOpBitwiseOr, twice_bits, 0xff000000), 0xfffffffe);
}

// x in 2^-60 .. 2^126, and positive.
static uint32_t
root_in_range(const fn *f, uint32_t x) {
  uint32_t e = int2i(f, SpvOpISub, bits_of(f, x), 67u << 23);
  return testi(f, SpvOpULessThan, e, 186u << 23);
}

// -- Quotients ----------------------------------------------------------------

// RN(1/b) from y, which is up to 6 units off.
static uint32_t
reciprocal(const fn *f, uint32_t b, uint32_t y) {
  y = fma_of(f, f->f32, residual(f, b, y, one(f)), y, y);
  return fma_of(f, f->f32, residual(f, b, y, one(f)), y, y);
}

uint32_t
gen_f32_divide_fused(const fn *f, const uint32_t *x, uint32_t *in_range) {
  uint32_t a = x[0], b = x[1], b2 = twice(f, b);
  // a in 2^-61 .. 2^64, b in 2^-60 .. 2^61
  *in_range = both(f, exponent_in(f, twice(f, a), 66, 125),
                   both(f, exponent_in(f, b2, 67, 121), has_zero_digit(f, b2)));
  uint32_t y = reciprocal(f, b, GEN(f->g, SpvOpFDiv, f->f32, one(f), b));
  uint32_t q = precise(f, GEN(f->g, SpvOpFMul, f->f32, a, y));
  q = fma_of(f, f->f32, residual(f, q, b, a), y, q);
  return fma_of(f, f->f32, residual(f, q, b, a), y, q);
}

uint32_t
gen_f32_invert_fused(const fn *f, const uint32_t *x, uint32_t *in_range) {
  uint32_t b = x[0], b2 = twice(f, b);
  // b in 2^-120 .. 2^121
  *in_range = both(f, exponent_in(f, b2, 7, 241), has_zero_digit(f, b2));
  return reciprocal(f, b, GEN(f->g, SpvOpFDiv, f->f32, one(f), b));
}

// -- Roots --------------------------------------------------------------------

// RN(sqrt(x)); *h becomes about half of its reciprocal.
static uint32_t
root(const fn *f, uint32_t x, uint32_t *h) {
  gen *g = f->g;
  uint32_t y = GEN(g, SpvOpExtInst, f->f32, g->glsl, GLSLstd450InverseSqrt, x);
  uint32_t s = precise(f, GEN(g, SpvOpFMul, f->f32, x, y));
  *h = precise(f, GEN(g, SpvOpFMul, f->f32, y, half(f)));
  uint32_t r = residual(f, *h, s, half(f));
  s = fma_of(f, f->f32, s, r, s);
  *h = fma_of(f, f->f32, *h, r, *h);
  return fma_of(f, f->f32, residual(f, s, s, x), *h, s);
}

uint32_t
gen_f32_root_fused(const fn *f, const uint32_t *x, uint32_t *in_range) {
  uint32_t h;
  *in_range = root_in_range(f, x[0]);
  return root(f, x[0], &h);
}

uint32_t
gen_f32_invert_root_fused(const fn *f, const uint32_t *x, uint32_t *in_range) {
  uint32_t h, s = root(f, x[0], &h);
  *in_range = both(f, root_in_range(f, x[0]), has_zero_digit(f, twice(f, s)));
  return reciprocal(f, s, precise(f, GEN(f->g, SpvOpFAdd, f->f32, h, h)));
}
