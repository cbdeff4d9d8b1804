// spirv/gen_exact.c: f32 division and square root, and fma, correctly rounded.
//
// Vulkan lets a division be 2.5 ULP off and a square root more; an H200
// misrounds 27 % and 17 % of random inputs. So a module that divides has a
// function for it:
//
//   f32_div(a, b):
//     if (exact) return a / b              what the device has is right
//     if (fused and a, b in range)         fma rounds once
//       return the quotient, corrected by its residual
//     return the quotient of the digits    integers alone, for all inputs
//
// and one that multiplies and adds has f32_fma or f64_fma, which are made of
// sums and products in f64 where the device does not fuse.
//
// "exact" and "fused" are specialization constants 3 and 4 (spirv.h), set by
// the runtime, so that drivers keep one of the ways.
//
// Division: two Newton steps bring a reciprocal that is up to 6 units off to
// y = RN(1/b); then q1 = RN(q0 + y * (a - q0*b)), q0 = RN(a * y), is one of the
// two floats around a/b, fma gives a - q1*b exactly, and RN(q1 + y * (a -
// q1*b)) is RN(a/b) (Markstein 1990). All b's digits were tried with all
// errors: only 1.11..1 does not reach y, so it is left to the integers. Root:
// the steps of Goldschmidt, tried for all x of [1, 4) with all errors up to 6
// units. The ranges keep residuals above the subnormal numbers, which devices
// may flush.
//
// fma (Boldo and Melquiond 2008): a product of f32 is exact in f64; the sum is
// rounded to odd, so that rounding it again to f32 is rounding once.
//
// f64: a and b without their exponents have a product that is exactly p + q
// (Dekker 1971), and c takes part with its exponent less theirs, held within
// +-300, where one of c and p is a mere trace to the other. With c + q = u + v
// and p + u = s + t, both exact, z = RN(s + RO(t + v)) is the sum rounded once
// (RO: to odd). Nothing on the way is subnormal. Where the result is, z is
// rounded again, by integers: no midpoint of that lies between the sum and z,
// so the sign of sum - z is all it needs. That is the sign of what z lost:
// where RO is inexact, t is not 0, so |s| > 2^50 |t + v|, and z loses a
// multiple of RO's last digit, while RO lost less.
#include "spirv/gen_private.h"

// A helper function while it is written.
typedef struct fn {
  gen *g;
  uint32_t f32, f64, u32, u64, boolean;
} fn;

// Of the bits of a double.
static const uint64_t SIGN = 1ull << 63, INFINITE = 2047ull << 52,
                      HIDDEN = 1ull << 52;

// -- Instructions -----------------------------------------------------------

// op(a, b) on u32.
static uint32_t
int2(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return GEN(f->g, op, f->u32, a, b);
}

// op(a, constant b) on u32.
static uint32_t
int2i(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return int2(f, op, a, gen_u32(f->g, b));
}

// A comparison.
static uint32_t
test(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return GEN(f->g, op, f->boolean, a, b);
}

// A comparison of u32 with a constant.
static uint32_t
testi(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return test(f, op, a, gen_u32(f->g, b));
}

// c ? a : b on u32.
static uint32_t
pick(const fn *f, uint32_t c, uint32_t a, uint32_t b) {
  return GEN(f->g, SpvOpSelect, f->u32, c, a, b);
}

// c as 1 or 0.
static uint32_t
as_int(const fn *f, uint32_t c) {
  return pick(f, c, gen_u32(f->g, 1), gen_u32(f->g, 0));
}

// The bits of a float, and back.
static uint32_t
bits_of(const fn *f, uint32_t x) {
  return GEN(f->g, SpvOpBitcast, f->u32, x);
}

static uint32_t
float_of(const fn *f, uint32_t bits) {
  return GEN(f->g, SpvOpBitcast, f->f32, bits);
}

// "id", not to be contracted.
static uint32_t
precise(const fn *f, uint32_t id) {
  spvw_decorate(&f->g->w, id, SpvDecorationNoContraction, 0, NULL);
  return id;
}

// a * b
static uint32_t
times(const fn *f, uint32_t a, uint32_t b) {
  return precise(f, GEN(f->g, SpvOpFMul, f->f32, a, b));
}

// a * b + c, rounded once where the device fuses it.
static uint32_t
fma_of(const fn *f, uint32_t type, uint32_t a, uint32_t b, uint32_t c) {
  return precise(
      f, GEN(f->g, SpvOpExtInst, type, f->g->glsl, GLSLstd450Fma, a, b, c));
}

// c - a * b
static uint32_t
residual(const fn *f, uint32_t a, uint32_t b, uint32_t c) {
  return fma_of(f, f->f32, GEN(f->g, SpvOpFNegate, f->f32, a), b, c);
}

// -- Control ----------------------------------------------------------------

// Returns "value"; the block "next" follows.
static void
leave(const fn *f, uint32_t value, uint32_t next) {
  spvw_emit(&f->g->w, SPVW_CODE, SpvOpReturnValue, SPVW_WORDS(value));
  spvw_emit(&f->g->w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(next));
}

// if (c) { what follows, up to a leave for "next" }
static void
when(const fn *f, uint32_t c, uint32_t next) {
  spvw *w = &f->g->w;
  uint32_t then = spvw_id(w);
  spvw_emit(w, SPVW_CODE, SpvOpSelectionMerge, SPVW_WORDS(next, 0));
  spvw_emit(w, SPVW_CODE, SpvOpBranchConditional, SPVW_WORDS(c, then, next));
  spvw_emit(w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(then));
}

// The bool specialization constant "id".
static uint32_t
spec_bool(const fn *f, uint32_t id, const char *name) {
  uint32_t c = spvw_id(&f->g->w);
  spvw_emit(&f->g->w, SPVW_TYPES, SpvOpSpecConstantFalse,
            SPVW_WORDS(f->boolean, c));
  spvw_decorate(&f->g->w, c, SpvDecorationSpecId, SPVW_WORDS(id));
  spvw_name(&f->g->w, c, name);
  return c;
}

// low <= biased exponent of the float < low + n, from twice its bits.
static uint32_t
exponent_in(const fn *f, uint32_t twice, uint32_t low, uint32_t n) {
  return testi(f, SpvOpULessThan, int2i(f, SpvOpISub, twice, low << 24),
               n << 24);
}

// -- Digits -----------------------------------------------------------------

// A positive finite float as digits * 2^(exponent - 150), 24 of them.
typedef struct number {
  uint32_t digits, exponent; // u32; the exponent may be negative, wrapped
} number;

// Takes a float without its sign apart.
static number
take_apart(const fn *f, uint32_t bits) {
  uint32_t e = int2i(f, SpvOpShiftRightLogical, bits, 23);
  uint32_t m = int2i(f, SpvOpBitwiseAnd, bits, 0x7fffff);
  uint32_t is_normal = testi(f, SpvOpINotEqual, e, 0);
  uint32_t top = GEN(f->g, SpvOpExtInst, f->u32, f->g->glsl, GLSLstd450FindUMsb,
                     int2i(f, SpvOpBitwiseOr, m, 1));
  uint32_t shift = int2(f, SpvOpISub, gen_u32(f->g, 23), top);
  uint32_t low = int2(f, SpvOpShiftLeftLogical, m, shift);
  uint32_t low_e = int2(f, SpvOpISub, gen_u32(f->g, 1), shift);
  uint32_t high = int2i(f, SpvOpBitwiseOr, m, 1u << 23);
  return (number){pick(f, is_normal, high, low), pick(f, is_normal, e, low_e)};
}

// The float of 26 or 27 "digits" (and "more" behind them, a bool), rounded,
// with biased exponent "e" if it is normal and there are 27.
static uint32_t
put_together(const fn *f, uint32_t digits, uint32_t more, uint32_t e) {
  uint32_t one = gen_u32(f->g, 1), zero = gen_u32(f->g, 0);
  uint32_t wide = testi(f, SpvOpUGreaterThanEqual, digits, 1u << 26);
  e = pick(f, wide, e, int2(f, SpvOpISub, e, one));
  uint32_t shift = pick(f, wide, gen_u32(f->g, 3), gen_u32(f->g, 2));
  uint32_t is_low = test(f, SpvOpSLessThan, e, one);
  uint32_t lower = int2(f, SpvOpISub, one, e);
  lower =
      pick(f, testi(f, SpvOpSGreaterThan, lower, 27), gen_u32(f->g, 27), lower);
  shift = int2(f, SpvOpIAdd, shift, pick(f, is_low, lower, zero));
  uint32_t kept = int2(f, SpvOpShiftRightLogical, digits, shift);
  uint32_t half =
      int2(f, SpvOpShiftLeftLogical, one, int2(f, SpvOpISub, shift, one));
  uint32_t mask = int2(f, SpvOpISub, half, one);
  uint32_t below = int2(f, SpvOpBitwiseAnd, digits, mask);
  uint32_t odd = int2(f, SpvOpBitwiseAnd, kept, one);
  uint32_t up = int2(f, SpvOpBitwiseOr, int2(f, SpvOpBitwiseOr, below, odd),
                     as_int(f, more));
  up = GEN(f->g, SpvOpLogicalAnd, f->boolean, testi(f, SpvOpINotEqual, up, 0),
           testi(f, SpvOpINotEqual, int2(f, SpvOpBitwiseAnd, digits, half), 0));
  kept = int2(f, SpvOpIAdd, kept, as_int(f, up));
  uint32_t top =
      int2i(f, SpvOpShiftLeftLogical, int2(f, SpvOpISub, e, one), 23);
  uint32_t bits = int2(f, SpvOpIAdd, kept, pick(f, is_low, zero, top));
  uint32_t over = testi(f, SpvOpSGreaterThan, e, 254);
  over = GEN(f->g, SpvOpLogicalOr, f->boolean, over,
             testi(f, SpvOpUGreaterThan, bits, 0x7f800000));
  return pick(f, over, gen_u32(f->g, 0x7f800000), bits);
}

// -- Division -----------------------------------------------------------------

// a / b as the device has it.
static uint32_t
divide_native(const fn *f, uint32_t a, uint32_t b) {
  return precise(f, GEN(f->g, SpvOpFDiv, f->f32, a, b));
}

// a better y for 1/b: y + y * (1 - b*y)
static uint32_t
improve(const fn *f, uint32_t b, uint32_t y) {
  uint32_t one = gen_const_value(f->g, IR_F32, 1);
  return fma_of(f, f->f32, residual(f, b, y, one), y, y);
}

// a / b, for operands in range.
static uint32_t
divide_fused(const fn *f, uint32_t a, uint32_t b) {
  uint32_t one = gen_const_value(f->g, IR_F32, 1);
  uint32_t y = GEN(f->g, SpvOpFDiv, f->f32, one, b);
  y = improve(f, b, improve(f, b, y));
  uint32_t q = times(f, a, y);
  q = fma_of(f, f->f32, residual(f, q, b, a), y, q);
  return fma_of(f, f->f32, residual(f, q, b, a), y, q);
}

// The quotient of two numbers.
static uint32_t
divide_numbers(const fn *f, number a, number b) {
  gen *g = f->g;
  uint32_t n = GEN(g, SpvOpUConvert, f->u64, a.digits);
  uint32_t d = GEN(g, SpvOpUConvert, f->u64, b.digits);
  n = GEN(g, SpvOpShiftLeftLogical, f->u64, n, gen_u32(g, 26));
  uint32_t q = GEN(g, SpvOpUDiv, f->u64, n, d);
  uint32_t whole = GEN(g, SpvOpIMul, f->u64, q, d);
  uint32_t more = GEN(g, SpvOpINotEqual, f->boolean, n, whole);
  uint32_t e = int2(f, SpvOpISub, a.exponent, b.exponent);
  return put_together(f, GEN(g, SpvOpUConvert, f->u32, q), more,
                      int2i(f, SpvOpIAdd, e, 127));
}

// a / b in integers.
static uint32_t
divide_digits(const fn *f, uint32_t a, uint32_t b) {
  const uint32_t inf = 0x7f800000;
  uint32_t x = bits_of(f, a), y = bits_of(f, b);
  uint32_t sign =
      int2i(f, SpvOpBitwiseAnd, int2(f, SpvOpBitwiseXor, x, y), 0x80000000u);
  x = int2i(f, SpvOpBitwiseAnd, x, 0x7fffffff);
  y = int2i(f, SpvOpBitwiseAnd, y, 0x7fffffff);
  // a divisor of zero is replaced, so that no division is undefined
  uint32_t y_zero = testi(f, SpvOpIEqual, y, 0);
  uint32_t safe = pick(f, y_zero, gen_u32(f->g, 1), y);
  uint32_t bits = divide_numbers(f, take_apart(f, x), take_apart(f, safe));
  uint32_t x_zero = testi(f, SpvOpIEqual, x, 0);
  uint32_t x_inf = testi(f, SpvOpUGreaterThanEqual, x, inf);
  uint32_t y_inf = testi(f, SpvOpUGreaterThanEqual, y, inf);
  bits = pick(f, x_zero, gen_u32(f->g, 0), bits);
  bits = pick(f, y_inf, gen_u32(f->g, 0), bits);
  bits = pick(f, x_inf, gen_u32(f->g, inf), bits);
  bits = pick(f, y_zero, gen_u32(f->g, inf), bits);
  uint32_t nan = GEN(f->g, SpvOpLogicalAnd, f->boolean, x_zero, y_zero);
  uint32_t both = GEN(f->g, SpvOpLogicalAnd, f->boolean, x_inf, y_inf);
  uint32_t x_nan = testi(f, SpvOpUGreaterThan, x, inf);
  uint32_t y_nan = testi(f, SpvOpUGreaterThan, y, inf);
  nan = GEN(f->g, SpvOpLogicalOr, f->boolean, nan, both);
  nan = GEN(f->g, SpvOpLogicalOr, f->boolean, nan, x_nan);
  nan = GEN(f->g, SpvOpLogicalOr, f->boolean, nan, y_nan);
  bits = pick(f, nan, gen_u32(f->g, 0x7fc00000), bits);
  return float_of(f, int2(f, SpvOpBitwiseOr, bits, sign));
}

// a in 2^-61 .. 2^64, b in 2^-60 .. 2^61 and its digits not all ones.
static uint32_t
division_in_range(const fn *f, uint32_t a, uint32_t b) {
  uint32_t x = int2i(f, SpvOpShiftLeftLogical, bits_of(f, a), 1);
  uint32_t y = int2i(f, SpvOpShiftLeftLogical, bits_of(f, b), 1);
  uint32_t digits = int2i(f, SpvOpBitwiseOr, y, 0xff000000);
  uint32_t in = GEN(f->g, SpvOpLogicalAnd, f->boolean,
                    exponent_in(f, x, 66, 125), exponent_in(f, y, 67, 121));
  return GEN(f->g, SpvOpLogicalAnd, f->boolean, in,
             testi(f, SpvOpINotEqual, digits, 0xfffffffe));
}

// -- Square root
// ----------------------------------------------------------------

// sqrt(x) as the device has it.
static uint32_t
root_native(const fn *f, uint32_t x) {
  return GEN(f->g, SpvOpExtInst, f->f32, f->g->glsl, GLSLstd450Sqrt, x);
}

// sqrt(x), for x in range.
static uint32_t
root_fused(const fn *f, uint32_t x) {
  gen *g = f->g;
  uint32_t half = gen_const_value(g, IR_F32, 0.5);
  uint32_t y = GEN(g, SpvOpExtInst, f->f32, g->glsl, GLSLstd450InverseSqrt, x);
  uint32_t s = times(f, x, y), h = times(f, y, half);
  uint32_t r = residual(f, h, s, half);
  s = fma_of(f, f->f32, s, r, s);
  h = fma_of(f, f->f32, h, r, h);
  return fma_of(f, f->f32, residual(f, s, s, x), h, s);
}

// The root of a number, digit by digit: 27 digits of 54.
static uint32_t
root_number(const fn *f, number x) {
  // digits * 2^(e - 150) = (digits * 2^odd) * 2^(e - odd - 150), e - odd even
  uint32_t odd = int2i(f, SpvOpBitwiseAnd, x.exponent, 1);
  uint32_t digits = int2(f, SpvOpShiftLeftLogical, x.digits, odd);
  uint32_t root = gen_u32(f->g, 0), rest = root;
  digits = int2i(f, SpvOpShiftLeftLogical, digits, 6);
  for (int k = 0; k < 27; k++) {
    uint32_t two = int2i(f, SpvOpShiftRightLogical, digits, 30);
    digits = int2i(f, SpvOpShiftLeftLogical, digits, 2);
    rest =
        int2(f, SpvOpBitwiseOr, int2i(f, SpvOpShiftLeftLogical, rest, 2), two);
    uint32_t try =
        int2i(f, SpvOpBitwiseOr, int2i(f, SpvOpShiftLeftLogical, root, 2), 1);
    uint32_t fits = test(f, SpvOpUGreaterThanEqual, rest, try);
    rest = int2(f, SpvOpISub, rest, pick(f, fits, try, gen_u32(f->g, 0)));
    root = int2(f, SpvOpBitwiseOr, int2i(f, SpvOpShiftLeftLogical, root, 1),
                as_int(f, fits));
  }
  uint32_t e = int2(f, SpvOpISub, x.exponent, odd);
  e = int2i(f, SpvOpShiftRightArithmetic, int2i(f, SpvOpISub, e, 150), 1);
  return put_together(f, root, testi(f, SpvOpINotEqual, rest, 0),
                      int2i(f, SpvOpIAdd, e, 127 + 12));
}

// sqrt(x) in integers.
static uint32_t
root_digits(const fn *f, uint32_t x) {
  const uint32_t inf = 0x7f800000;
  uint32_t all = bits_of(f, x);
  uint32_t size = int2i(f, SpvOpBitwiseAnd, all, 0x7fffffff);
  uint32_t bits = root_number(f, take_apart(f, size));
  uint32_t same =
      GEN(f->g, SpvOpLogicalOr, f->boolean, testi(f, SpvOpIEqual, size, 0),
          testi(f, SpvOpIEqual, all, inf));
  uint32_t nan = testi(f, SpvOpUGreaterThan, all, inf);
  bits = pick(f, nan, gen_u32(f->g, 0x7fc00000), bits);
  return float_of(f, pick(f, same, all, bits));
}

// x in 2^-60 .. 2^126, and positive.
static uint32_t
root_in_range(const fn *f, uint32_t x) {
  uint32_t e = int2i(f, SpvOpISub, bits_of(f, x), 67u << 23);
  return testi(f, SpvOpULessThan, e, 186u << 23);
}

// -- Multiply and add ---------------------------------------------------------

// op(a, b) on f64.
static uint32_t
double2(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return precise(f, GEN(f->g, op, f->f64, a, b));
}

// What rounding lost in s = a + b, exactly (Knuth's TwoSum).
static uint32_t
lost_in_sum(const fn *f, uint32_t a, uint32_t b, uint32_t s) {
  uint32_t b2 = double2(f, SpvOpFSub, s, a);
  uint32_t a2 = double2(f, SpvOpFSub, s, b2);
  return double2(f, SpvOpFAdd, double2(f, SpvOpFSub, a, a2),
                 double2(f, SpvOpFSub, b, b2));
}

// The bits of a double, and back.
static uint32_t
long_of(const fn *f, uint32_t x) {
  return GEN(f->g, SpvOpBitcast, f->u64, x);
}

static uint32_t
double_of(const fn *f, uint32_t bits) {
  return GEN(f->g, SpvOpBitcast, f->f64, bits);
}

// op(a, b) on u64; of shifts, b is a u32.
static uint32_t
long2(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return GEN(f->g, op, f->u64, a, b);
}

// op(a, constant b) on u64.
static uint32_t
long2i(const fn *f, uint32_t op, uint32_t a, uint64_t b) {
  return long2(f, op, a, gen_u64(f->g, b));
}

// c ? a : b on u64.
static uint32_t
long_pick(const fn *f, uint32_t c, uint32_t a, uint32_t b) {
  return GEN(f->g, SpvOpSelect, f->u64, c, a, b);
}

// 1 where the doubles have the same sign, -1 where not, of u64.
static uint32_t
sign_to(const fn *f, uint32_t a, uint32_t b) {
  uint32_t signs = long2(f, SpvOpBitwiseXor, long_of(f, a), long_of(f, b));
  uint32_t all = long2(f, SpvOpShiftRightArithmetic, signs, gen_u32(f->g, 63));
  return long2i(f, SpvOpBitwiseOr, all, 1);
}

// x != 0 for a double.
static uint32_t
not_zero(const fn *f, uint32_t x) {
  return test(f, SpvOpFOrdNotEqual, x, gen_const(f->g, IR_F64, 0));
}

// a + b, rounded to odd: where it is inexact, to the one of the two doubles
// around it whose last digit is odd.
static uint32_t
sum_to_odd(const fn *f, uint32_t a, uint32_t b) {
  uint32_t s = double2(f, SpvOpFAdd, a, b), lost = lost_in_sum(f, a, b, s);
  uint32_t bits = long_of(f, s);
  uint32_t is_odd = test(f, SpvOpINotEqual, long2i(f, SpvOpBitwiseAnd, bits, 1),
                         gen_u64(f->g, 0));
  // the double beyond s, seen from 0, where both have the same sign
  uint32_t odd = long2(f, SpvOpIAdd, bits, sign_to(f, s, lost));
  odd = long_pick(f, is_odd, bits, odd);
  return double_of(f, long_pick(f, not_zero(f, lost), odd, bits));
}

// a * b + c of f32, through f64.
static uint32_t
fma_single(const fn *f, const uint32_t *x) {
  uint32_t d[3];
  for (int k = 0; k < 3; k++)
    d[k] = GEN(f->g, SpvOpFConvert, f->f64, x[k]);
  uint32_t p = double2(f, SpvOpFMul, d[0], d[1]);
  return GEN(f->g, SpvOpFConvert, f->f32, sum_to_odd(f, p, d[2]));
}

// The exponent field of the bits of a double, u32.
static uint32_t
exponent_of(const fn *f, uint32_t bits) {
  uint32_t high = long2(f, SpvOpShiftRightLogical, bits, gen_u32(f->g, 52));
  return int2i(f, SpvOpBitwiseAnd, GEN(f->g, SpvOpUConvert, f->u32, high),
               2047);
}

// The u32 e as exponent field.
static uint32_t
exponent_at(const fn *f, uint32_t e) {
  return long2(f, SpvOpShiftLeftLogical, GEN(f->g, SpvOpUConvert, f->u64, e),
               gen_u32(f->g, 52));
}

// A double as sign * value * 2^(exponent - 1023), 0 <= value < 2. Where it is
// not finite, the value is a wrong one.
typedef struct scaled {
  uint32_t sign;            // u64: the sign's bit
  uint32_t value, exponent; // f64, u32
  uint32_t infinite;        // bool: or NaN
} scaled;

// Takes a double's exponent off.
static scaled
scale_off(const fn *f, uint32_t x) {
  gen *g = f->g;
  uint32_t bits = long_of(f, x), e = exponent_of(f, bits);
  uint32_t is_low = testi(f, SpvOpIEqual, e, 0);
  uint32_t value = long2i(f, SpvOpBitwiseAnd, bits, HIDDEN - 1);
  uint32_t one = gen_const_value(g, IR_F64, 1);
  value = long2(f, SpvOpBitwiseOr, value, long_of(f, one));
  uint32_t more =
      GEN(g, SpvOpSelect, f->f64, is_low, one, gen_const(g, IR_F64, 0));
  return (scaled){.sign = long2i(f, SpvOpBitwiseAnd, bits, SIGN),
                  .value = double2(f, SpvOpFSub, double_of(f, value), more),
                  .exponent = pick(f, is_low, gen_u32(g, 1), e),
                  .infinite = testi(f, SpvOpIEqual, e, 2047)};
}

// The first 26 digits of a double, rounded.
static uint32_t
first_half(const fn *f, uint32_t x) {
  uint32_t bits = long2i(f, SpvOpIAdd, long_of(f, x), 1u << 26);
  return double_of(f, long2i(f, SpvOpBitwiseAnd, bits, ~0ull << 27));
}

// What rounding lost in p = a * b, exactly (Dekker's product).
static uint32_t
lost_in_product(const fn *f, uint32_t a, uint32_t b, uint32_t p) {
  uint32_t a1 = first_half(f, a), a2 = double2(f, SpvOpFSub, a, a1);
  uint32_t b1 = first_half(f, b), b2 = double2(f, SpvOpFSub, b, b1);
  uint32_t lost = double2(f, SpvOpFSub, double2(f, SpvOpFMul, a1, b1), p);
  lost = double2(f, SpvOpFAdd, lost, double2(f, SpvOpFMul, a1, b2));
  lost = double2(f, SpvOpFAdd, lost, double2(f, SpvOpFMul, a2, b1));
  return double2(f, SpvOpFAdd, lost, double2(f, SpvOpFMul, a2, b2));
}

// z + lost, exactly, is a * b + c; z is that rounded.
typedef struct sum {
  uint32_t product, z, lost; // product: a * b rounded
} sum;

// a * b + c.
static sum
sum_of(const fn *f, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t p = double2(f, SpvOpFMul, a, b);
  uint32_t q = lost_in_product(f, a, b, p);
  uint32_t u = double2(f, SpvOpFAdd, c, q), v = lost_in_sum(f, c, q, u);
  uint32_t s = double2(f, SpvOpFAdd, p, u), t = lost_in_sum(f, p, u, s);
  uint32_t rest = sum_to_odd(f, t, v), z = double2(f, SpvOpFAdd, s, rest);
  return (sum){.product = p, .z = z, .lost = lost_in_sum(f, s, rest, z)};
}

// The u64 x without its last "n" digits (u32, 1 to 63), to nearest even.
static uint32_t
round_off(const fn *f, uint32_t x, uint32_t n) {
  uint32_t one = gen_u64(f->g, 1);
  uint32_t odd = long2(f, SpvOpShiftRightLogical, x, n);
  odd = long2(f, SpvOpBitwiseAnd, odd, one);
  uint32_t half =
      long2(f, SpvOpShiftLeftLogical, one, int2i(f, SpvOpISub, n, 1));
  uint32_t up = long2(f, SpvOpIAdd, long2(f, SpvOpISub, half, one), odd);
  return long2(f, SpvOpShiftRightLogical, long2(f, SpvOpIAdd, x, up), n);
}

// The bits of |s| * 2^e, rounded once, where s is not 0. "e" is a u32 that may
// be negative, wrapped.
static uint32_t
scale_on(const fn *f, const sum *s, uint32_t e) {
  gen *g = f->g;
  uint32_t bits = long_of(f, s->z);
  e = int2(f, SpvOpIAdd, exponent_of(f, bits), e);
  // two more digits, which say on which side of z the sum is
  uint32_t digits = long2i(f, SpvOpBitwiseAnd, bits, HIDDEN - 1);
  digits = long2i(f, SpvOpBitwiseOr, digits, HIDDEN);
  digits = long2(f, SpvOpShiftLeftLogical, digits, gen_u32(g, 2));
  uint32_t side = long_pick(f, not_zero(f, s->lost), sign_to(f, s->z, s->lost),
                            gen_u64(g, 0));
  digits = long2(f, SpvOpIAdd, digits, side);
  uint32_t is_low = testi(f, SpvOpSLessThan, e, 1);
  uint32_t off = int2(f, SpvOpISub, gen_u32(g, 3), e);
  off = pick(f, testi(f, SpvOpSLessThan, e, 3u - 60), gen_u32(g, 60), off);
  digits = round_off(f, digits, pick(f, is_low, off, gen_u32(g, 2)));
  // the hidden digit is 1 in the exponent
  uint32_t top = int2i(f, SpvOpISub, e, 1);
  top = exponent_at(f, pick(f, is_low, gen_u32(g, 0), top));
  uint32_t is_high = testi(f, SpvOpSGreaterThan, e, 2046);
  return long_pick(f, is_high, gen_u64(g, INFINITE),
                   long2(f, SpvOpIAdd, digits, top));
}

// a || b
static uint32_t
either(const fn *f, uint32_t a, uint32_t b) {
  return GEN(f->g, SpvOpLogicalOr, f->boolean, a, b);
}

// The double x, which is not negative, or -x, as the sign's bit says.
static uint32_t
with_sign(const fn *f, uint32_t x, uint32_t sign) {
  return double_of(f, long2(f, SpvOpBitwiseOr, long_of(f, x), sign));
}

// c * 2^e over the sign "sign", with e held within +-300; "base" is the
// exponent of what remains.
static uint32_t
scale_addend(const fn *f, const scaled *c, uint32_t product, uint32_t sign,
             uint32_t *base) {
  const uint32_t most = 300;
  uint32_t e = int2(f, SpvOpISub, c->exponent, product);
  uint32_t is_high = testi(f, SpvOpSGreaterThan, e, most);
  uint32_t is_low = testi(f, SpvOpSLessThan, e, 0u - most);
  *base = pick(f, is_high, int2i(f, SpvOpISub, c->exponent, most), product);
  e = pick(f, is_high, gen_u32(f->g, most), e);
  e = pick(f, is_low, gen_u32(f->g, 0u - most), e);
  uint32_t factor = double_of(f, exponent_at(f, int2i(f, SpvOpIAdd, e, 1023)));
  return with_sign(f, double2(f, SpvOpFMul, c->value, factor),
                   long2(f, SpvOpBitwiseXor, c->sign, sign));
}

// a * b + c of f64.
static uint32_t
fma_double(const fn *f, const uint32_t *x) {
  gen *g = f->g;
  scaled a = scale_off(f, x[0]), b = scale_off(f, x[1]), c = scale_off(f, x[2]);
  uint32_t sign = long2(f, SpvOpBitwiseXor, a.sign, b.sign);
  uint32_t e = int2(f, SpvOpIAdd, a.exponent, b.exponent), base;
  uint32_t addend =
      scale_addend(f, &c, int2i(f, SpvOpISub, e, 1023), sign, &base);
  sum s = sum_of(f, a.value, b.value, addend);
  uint32_t bits = scale_on(f, &s, int2i(f, SpvOpISub, base, 1023));
  uint32_t down = long2i(f, SpvOpBitwiseAnd, long_of(f, s.z), SIGN);
  bits = long2(f, SpvOpBitwiseOr, bits, long2(f, SpvOpBitwiseXor, down, sign));
  bits = long_pick(f, not_zero(f, s.z), bits, gen_u64(g, 0));
  // an infinite operand or NaN, or a product 0: a sum of what is left of them
  uint32_t infinite = either(f, a.infinite, b.infinite);
  uint32_t product =
      GEN(g, SpvOpSelect, f->f64, infinite, double2(f, SpvOpFMul, x[0], x[1]),
          with_sign(f, s.product, sign));
  uint32_t plain = either(
      f, either(f, infinite, c.infinite),
      GEN(g, SpvOpFOrdEqual, f->boolean, s.product, gen_const(g, IR_F64, 0)));
  return GEN(g, SpvOpSelect, f->f64, plain,
             double2(f, SpvOpFAdd, product, x[2]), double_of(f, bits));
}

// -- Functions ----------------------------------------------------------------

// Starts the function "id" of "n" operands of its type, whose ids go to "x".
static void
begin(const fn *f, uint32_t id, const char *name, uint32_t type, int n,
      uint32_t *x) {
  spvw *w = &f->g->w;
  uint32_t words[4] = {type, type, type, type};
  uint32_t function = spvw_type(w, SpvOpTypeFunction, 1 + n, words);
  spvw_emit(w, SPVW_CODE, SpvOpFunction,
            SPVW_WORDS(type, id, SpvFunctionControlMaskNone, function));
  for (int k = 0; k < n; k++)
    x[k] = gen_inst(f->g, SpvOpFunctionParameter, type, 0, NULL);
  spvw_emit(w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(spvw_id(w)));
  spvw_name(w, id, name);
}

// Ends the function with "value".
static void
end(const fn *f, uint32_t value) {
  spvw_emit(&f->g->w, SPVW_CODE, SpvOpReturnValue, SPVW_WORDS(value));
  spvw_emit(&f->g->w, SPVW_CODE, SpvOpFunctionEnd, 0, NULL);
}

// Writes f32_div or f32_sqrt with id "id".
static void
write_quotient(const fn *f, uint32_t id, bool is_root, uint32_t exact,
               uint32_t fused) {
  gen *g = f->g;
  uint32_t x[2] = {0}, inexact = spvw_id(&g->w), slow = spvw_id(&g->w);
  uint32_t digits = spvw_id(&g->w);
  begin(f, id, is_root ? "f32_sqrt" : "f32_div", f->f32, is_root ? 1 : 2, x);
  when(f, exact, inexact);
  leave(f, is_root ? root_native(f, x[0]) : divide_native(f, x[0], x[1]),
        inexact);
  when(f, fused, digits);
  when(f, is_root ? root_in_range(f, x[0]) : division_in_range(f, x[0], x[1]),
       slow);
  leave(f, is_root ? root_fused(f, x[0]) : divide_fused(f, x[0], x[1]), slow);
  spvw_emit(&g->w, SPVW_CODE, SpvOpBranch, SPVW_WORDS(digits));
  spvw_emit(&g->w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(digits));
  end(f, is_root ? root_digits(f, x[0]) : divide_digits(f, x[0], x[1]));
}

// Writes f32_fma or f64_fma with id "id".
static void
write_fma(const fn *f, uint32_t id, bool is_double, uint32_t fused) {
  uint32_t x[3], apart = spvw_id(&f->g->w);
  uint32_t type = is_double ? f->f64 : f->f32;
  begin(f, id, is_double ? "f64_fma" : "f32_fma", type, 3, x);
  when(f, fused, apart);
  leave(f, fma_of(f, type, x[0], x[1], x[2]), apart);
  end(f, is_double ? fma_double(f, x) : fma_single(f, x));
}

void
gen_exact_functions(gen *g) {
  const uint32_t *id = g->helpers;
  bool has_fma = id[GEN_FMA_F32] || id[GEN_FMA_F64];
  if (!id[GEN_DIVISION] && !id[GEN_ROOT] && !has_fma)
    return;
  fn f = {.g = g,
          .f32 = gen_type(g, IR_F32),
          .u32 = gen_type(g, IR_U32),
          .u64 = gen_type(g, IR_U64),
          .boolean = gen_type(g, IR_BOOL)};
  uint32_t fused = spec_bool(&f, SPV_GEN_SPEC_FUSED, "fused");
  if (has_fma)
    f.f64 = gen_type(g, IR_F64);
  if (id[GEN_FMA_F32])
    write_fma(&f, id[GEN_FMA_F32], false, fused);
  if (id[GEN_FMA_F64])
    write_fma(&f, id[GEN_FMA_F64], true, fused);
  if (!id[GEN_DIVISION] && !id[GEN_ROOT])
    return;
  uint32_t exact = spec_bool(&f, SPV_GEN_SPEC_EXACT, "exact");
  if (id[GEN_DIVISION])
    write_quotient(&f, id[GEN_DIVISION], false, exact, fused);
  if (id[GEN_ROOT])
    write_quotient(&f, id[GEN_ROOT], true, exact, fused);
}

uint32_t
gen_helper_call(gen *g, gen_helper which, int n, const uint32_t *x) {
  uint32_t words[4] = {g->helpers[which]};
  if (!words[0])
    words[0] = g->helpers[which] = spvw_id(&g->w);
  for (int k = 0; k < n; k++)
    words[1 + k] = x[k];
  uint32_t type = gen_type(g, which == GEN_FMA_F64 ? IR_F64 : IR_F32);
  return gen_inst(g, SpvOpFunctionCall, type, 1 + n, words);
}
