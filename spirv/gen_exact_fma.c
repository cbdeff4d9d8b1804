// spirv/gen_exact_fma.c: a * b + c, rounded once, from sums and products in
// f64.
//
// f32 (Boldo and Melquiond 2008): a product is exact in f64; the sum is rounded
// to odd, so that rounding it again to f32 is rounding once.
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
#include "spirv/gen_exact.h"

// Of the bits of a double.
static const uint64_t SIGN = 1ull << 63, INFINITE = 2047ull << 52,
                      HIDDEN = 1ull << 52;

// -- u64 and doubles ----------------------------------------------------------

// The bits of a double, and back.
static uint32_t
long_of(const fn *f, uint32_t x) {
  return GEN(f->g, SpvOpBitcast, f->u64, x);
}

// "bits" as a double.
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

// -- Sums and products --------------------------------------------------------

// op(a, b) on f64.
static uint32_t
double2(const fn *f, uint32_t op, uint32_t a, uint32_t b) {
  return precise(f, GEN(f->g, op, f->f64, a, b));
}

// The rounding error of s = a + b, exactly (Knuth's TwoSum).
static uint32_t
lost_in_sum(const fn *f, uint32_t a, uint32_t b, uint32_t s) {
  uint32_t b2 = double2(f, SpvOpFSub, s, a);
  uint32_t a2 = double2(f, SpvOpFSub, s, b2);
  return double2(f, SpvOpFAdd, double2(f, SpvOpFSub, a, a2),
                 double2(f, SpvOpFSub, b, b2));
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

uint32_t
gen_f32_fma(const fn *f, const uint32_t *x) {
  uint32_t d[3];
  for (int k = 0; k < 3; k++)
    d[k] = GEN(f->g, SpvOpFConvert, f->f64, x[k]);
  uint32_t p = double2(f, SpvOpFMul, d[0], d[1]);
  return GEN(f->g, SpvOpFConvert, f->f32, sum_to_odd(f, p, d[2]));
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

// The rounding error of p = a * b, exactly (Dekker's product).
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
  digits =
      gen_round_off(g, IR_U64, digits, pick(f, is_low, off, gen_u32(g, 2)));
  // the hidden digit is 1 in the exponent
  uint32_t top = int2i(f, SpvOpISub, e, 1);
  top = exponent_at(f, pick(f, is_low, gen_u32(g, 0), top));
  uint32_t is_high = testi(f, SpvOpSGreaterThan, e, 2046);
  return long_pick(f, is_high, gen_u64(g, INFINITE),
                   long2(f, SpvOpIAdd, digits, top));
}

// The double x, which is not negative, or -x, as the sign's bit says.
static uint32_t
with_sign(const fn *f, uint32_t x, uint32_t sign) {
  return double_of(f, long2(f, SpvOpBitwiseOr, long_of(f, x), sign));
}

// c * 2^e over the sign "sign", with e held within +-300; "base" is the
// exponent of the rest.
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

uint32_t
gen_f64_fma(const fn *f, const uint32_t *x) {
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
