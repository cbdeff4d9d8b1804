// spirv/gen_exact_fused.c: f32 quotients and roots on devices that fuse fma.
//
// Division: a cubic step brings a reciprocal y that is up to 6 units off next
// to 1/b; then q1 = RN(q0 + y * (a - q0*b)), q0 = RN(a * y), is one of the two
// floats around a/b, fma gives a - q1*b exactly, and q1 + y * (a - q1*b) misses
// a/b by |e| (|a/b - q1|), e = b*y - 1. A quotient with digits in [1, 2) is at
// least 2^-47/b away from a middle of floats, one in (1/2, 1) 2^-48/b, so the
// sum rounds to RN(a/b) where |e| b < 2^-23 (1 - |e|), for b in [1, 2) (after
// Markstein 1990). All b's digits were tried with all errors: only 1.11..1 does
// not meet that, so it is left to the integers. 1/b alone: two Newton steps,
// tried likewise, with the same exception. Root:
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

// 0.5
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

// low <= |x| < high; false for a NaN.
static uint32_t
size_in(const fn *f, uint32_t x, double low, double high) {
  gen *g = f->g;
  uint32_t size = GEN(g, SpvOpExtInst, f->f32, g->glsl, GLSLstd450FAbs, x);
  uint32_t least = gen_const_value(g, IR_F32, low);
  uint32_t limit = gen_const_value(g, IR_F32, high);
  return both(f, test(f, SpvOpFOrdGreaterThanEqual, size, least),
              test(f, SpvOpFOrdLessThan, size, limit));
}

// The digits are not all ones.
static uint32_t
has_zero_digit(const fn *f, uint32_t x) {
  return testi(f, SpvOpINotEqual,
               int2i(f, SpvOpBitwiseAnd, bits_of(f, x), 0x7fffff), 0x7fffff);
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

// Next to 1/b, from y, which is up to 6 units off: y (1 + r + r^2), r = 1 - by.
static uint32_t
near_reciprocal(const fn *f, uint32_t b, uint32_t y) {
  uint32_t r = residual(f, b, y, one(f));
  r = fma_of(f, f->f32, r, r, r);
  return fma_of(f, f->f32, r, y, y);
}

uint32_t
gen_f32_divide_fused(const fn *f, const uint32_t *x, uint32_t *in_range) {
  uint32_t a = x[0], b = x[1];
  *in_range =
      both(f, size_in(f, a, 0x1p-61, 0x1p64),
           both(f, size_in(f, b, 0x1p-60, 0x1p61), has_zero_digit(f, b)));
  uint32_t own = GEN(f->g, SpvOpFDiv, f->f32, one(f), b);
  uint32_t y = near_reciprocal(f, b, own);
  uint32_t q = precise(f, GEN(f->g, SpvOpFMul, f->f32, a, y));
  q = fma_of(f, f->f32, residual(f, q, b, a), y, q);
  return fma_of(f, f->f32, residual(f, q, b, a), y, q);
}

uint32_t
gen_f32_invert_fused(const fn *f, const uint32_t *x, uint32_t *in_range) {
  uint32_t b = x[0];
  *in_range = both(f, size_in(f, b, 0x1p-120, 0x1p121), has_zero_digit(f, b));
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
  *in_range = both(f, root_in_range(f, x[0]), has_zero_digit(f, s));
  return reciprocal(f, s, precise(f, GEN(f->g, SpvOpFAdd, f->f32, h, h)));
}
