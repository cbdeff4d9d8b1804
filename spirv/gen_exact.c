// spirv/gen_exact.c: f32 division, square root and fma, correctly rounded.
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
// and one that multiplies and adds has f32_fma, which is a product and a sum in
// f64 where the device does not fuse.
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
// may flush. fma: a product of f32 is exact in f64; the sum is rounded to odd,
// so that rounding it again to f32 is rounding once (Boldo and Melquiond 2008).
#include "spirv/gen_private.h"

// A helper function while it is written.
typedef struct fn {
  gen *g;
  uint32_t f32, f64, u32, u64, boolean;
} fn;

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
fma_of(const fn *f, uint32_t a, uint32_t b, uint32_t c) {
  return precise(
      f, GEN(f->g, SpvOpExtInst, f->f32, f->g->glsl, GLSLstd450Fma, a, b, c));
}

// c - a * b
static uint32_t
residual(const fn *f, uint32_t a, uint32_t b, uint32_t c) {
  return fma_of(f, GEN(f->g, SpvOpFNegate, f->f32, a), b, c);
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
  return fma_of(f, residual(f, b, y, one), y, y);
}

// a / b, for operands in range.
static uint32_t
divide_fused(const fn *f, uint32_t a, uint32_t b) {
  uint32_t one = gen_const_value(f->g, IR_F32, 1);
  uint32_t y = GEN(f->g, SpvOpFDiv, f->f32, one, b);
  y = improve(f, b, improve(f, b, y));
  uint32_t q = times(f, a, y);
  q = fma_of(f, residual(f, q, b, a), y, q);
  return fma_of(f, residual(f, q, b, a), y, q);
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
  s = fma_of(f, s, r, s);
  h = fma_of(f, h, r, h);
  return fma_of(f, residual(f, s, s, x), h, s);
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

// a * b + c through f64.
static uint32_t
fma_double(const fn *f, const uint32_t *x) {
  gen *g = f->g;
  uint32_t d[3];
  for (int k = 0; k < 3; k++)
    d[k] = GEN(g, SpvOpFConvert, f->f64, x[k]);
  uint32_t p = double2(f, SpvOpFMul, d[0], d[1]);
  uint32_t s = double2(f, SpvOpFAdd, p, d[2]);
  uint32_t lost = lost_in_sum(f, p, d[2], s);
  uint32_t bits = GEN(g, SpvOpBitcast, f->u64, s), one = gen_u64(g, 1);
  uint32_t is_odd =
      test(f, SpvOpINotEqual, GEN(g, SpvOpBitwiseAnd, f->u64, bits, one),
           gen_u64(g, 0));
  uint32_t inexact = test(f, SpvOpFOrdNotEqual, lost, gen_const(g, IR_F64, 0));
  // the float beyond s, seen from 0, where both have the same sign
  uint32_t signs =
      GEN(g, SpvOpBitwiseXor, f->u64, bits, GEN(g, SpvOpBitcast, f->u64, lost));
  uint32_t differ =
      GEN(g, SpvOpShiftRightLogical, f->u64, signs, gen_u32(g, 63));
  uint32_t step =
      GEN(g, SpvOpISub, f->u64, one,
          GEN(g, SpvOpShiftLeftLogical, f->u64, differ, gen_u32(g, 1)));
  uint32_t odd = GEN(g, SpvOpIAdd, f->u64, bits, step);
  odd = GEN(g, SpvOpSelect, f->u64, is_odd, bits, odd);
  odd = GEN(g, SpvOpSelect, f->u64, inexact, odd, bits);
  return GEN(g, SpvOpFConvert, f->f32, GEN(g, SpvOpBitcast, f->f64, odd));
}

// -- Functions ----------------------------------------------------------------

// Starts the function "id" of "n" floats, whose ids go to "x".
static void
begin(const fn *f, uint32_t id, const char *name, int n, uint32_t *x) {
  spvw *w = &f->g->w;
  uint32_t words[4] = {f->f32, f->f32, f->f32, f->f32};
  uint32_t type = spvw_type(w, SpvOpTypeFunction, 1 + n, words);
  spvw_emit(w, SPVW_CODE, SpvOpFunction,
            SPVW_WORDS(f->f32, id, SpvFunctionControlMaskNone, type));
  for (int k = 0; k < n; k++)
    x[k] = gen_inst(f->g, SpvOpFunctionParameter, f->f32, 0, NULL);
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
  begin(f, id, is_root ? "f32_sqrt" : "f32_div", is_root ? 1 : 2, x);
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

// Writes f32_fma with id "id".
static void
write_fma(const fn *f, uint32_t id, uint32_t fused) {
  uint32_t x[3], apart = spvw_id(&f->g->w);
  begin(f, id, "f32_fma", 3, x);
  when(f, fused, apart);
  leave(f, fma_of(f, x[0], x[1], x[2]), apart);
  end(f, fma_double(f, x));
}

void
gen_exact_functions(gen *g) {
  const uint32_t *id = g->helpers;
  if (!id[GEN_DIVISION] && !id[GEN_ROOT] && !id[GEN_FMA])
    return;
  fn f = {.g = g,
          .f32 = gen_type(g, IR_F32),
          .u32 = gen_type(g, IR_U32),
          .u64 = gen_type(g, IR_U64),
          .boolean = gen_type(g, IR_BOOL)};
  uint32_t fused = spec_bool(&f, SPV_GEN_SPEC_FUSED, "fused");
  if (id[GEN_FMA]) {
    f.f64 = gen_type(g, IR_F64);
    write_fma(&f, id[GEN_FMA], fused);
  }
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
  return gen_inst(g, SpvOpFunctionCall, gen_type(g, IR_F32), 1 + n, words);
}
