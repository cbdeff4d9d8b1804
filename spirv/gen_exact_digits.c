// spirv/gen_exact_digits.c: quotients and roots in integers alone, rounded
// once, for all operands of f32 and f64.
#include "spirv/gen_exact.h"

// A floating type, and the integers as wide as it.
typedef struct width {
  const fn *f;
  ir_scalar integer;
  uint32_t type;              // of the integers
  int bits, digits, infinity; // infinity: its exponent field
} width;

// That of the function's type.
static width
width_of(const fn *f) {
  return f->scalar == IR_F64 ? (width){f, IR_U64, f->u64, 64, 53, 2047}
                             : (width){f, IR_U32, f->u32, 32, 24, 255};
}

// -- Instructions -------------------------------------------------------------

// The constant "value".
static uint32_t
number_of(const width *w, uint64_t value) {
  return gen_const(w->f->g, w->integer, value);
}

// op(a, b)
static uint32_t
op2(const width *w, uint32_t op, uint32_t a, uint32_t b) {
  return GEN(w->f->g, op, w->type, a, b);
}

// op(a, constant b)
static uint32_t
op2i(const width *w, uint32_t op, uint32_t a, uint64_t b) {
  return op2(w, op, a, number_of(w, b));
}

// A comparison with a constant.
static uint32_t
is(const width *w, uint32_t op, uint32_t a, uint64_t b) {
  return test(w->f, op, a, number_of(w, b));
}

// c ? a : b
static uint32_t
choose(const width *w, uint32_t c, uint32_t a, uint32_t b) {
  return GEN(w->f->g, SpvOpSelect, w->type, c, a, b);
}

// c ? a : b, of constants.
static uint32_t
choose_of(const width *w, uint32_t c, uint64_t a, uint64_t b) {
  return choose(w, c, number_of(w, a), number_of(w, b));
}

// The bits of infinity.
static uint64_t
infinity_of(const width *w) {
  return (uint64_t)w->infinity << (w->digits - 1);
}

// -- Numbers ------------------------------------------------------------------

// A positive finite number as digits * 2^(exponent - scale), the exponent field
// of a normal one. The exponent may be negative, wrapped.
typedef struct number {
  uint32_t digits, exponent;
} number;

// The "scale" above.
static int
scale_of(const width *w) {
  return w->infinity / 2 + w->digits - 1;
}

// The place of the highest digit of x, which is not 0. FindUMsb takes 32 bits.
static uint32_t
highest(const width *w, uint32_t x) {
  const fn *f = w->f;
  gen *g = f->g;
  if (w->bits == 32)
    return GEN(g, SpvOpExtInst, f->u32, g->glsl, GLSLstd450FindUMsb, x);
  uint32_t high = op2i(w, SpvOpShiftRightLogical, x, 32);
  uint32_t has_high = is(w, SpvOpINotEqual, high, 0);
  uint32_t part = GEN(g, SpvOpUConvert, f->u32, choose(w, has_high, high, x));
  part = GEN(g, SpvOpExtInst, f->u32, g->glsl, GLSLstd450FindUMsb, part);
  return op2(w, SpvOpIAdd, GEN(g, SpvOpUConvert, f->u64, part),
             choose_of(w, has_high, 32, 0));
}

// Takes a number without its sign apart.
static number
take_apart(const width *w, uint32_t bits) {
  int last = w->digits - 1;
  uint64_t hidden = 1ull << last;
  uint32_t e = op2i(w, SpvOpShiftRightLogical, bits, (uint64_t)last);
  uint32_t m = op2i(w, SpvOpBitwiseAnd, bits, hidden - 1);
  uint32_t is_normal = is(w, SpvOpINotEqual, e, 0);
  uint32_t top = highest(w, op2i(w, SpvOpBitwiseOr, m, 1));
  uint32_t shift = op2(w, SpvOpISub, number_of(w, (uint64_t)last), top);
  uint32_t low = op2(w, SpvOpShiftLeftLogical, m, shift);
  uint32_t low_e = op2(w, SpvOpISub, number_of(w, 1), shift);
  uint32_t high = op2i(w, SpvOpBitwiseOr, m, hidden);
  return (number){choose(w, is_normal, high, low),
                  choose(w, is_normal, e, low_e)};
}

// The bits of a number of "digits" + 2 or + 3 digits x (and "more" behind them,
// a bool), rounded, with exponent field "e" if it is normal and they are + 3.
static uint32_t
put_together(const width *w, uint32_t x, uint32_t more, uint32_t e) {
  uint64_t most = (uint64_t)w->digits + 3;
  uint32_t wide = is(w, SpvOpUGreaterThanEqual, x, 1ull << (most - 1));
  e = op2(w, SpvOpISub, e, choose_of(w, wide, 0, 1));
  uint32_t is_low = is(w, SpvOpSLessThan, e, 1);
  uint32_t lower = op2(w, SpvOpISub, number_of(w, 1), e);
  lower = choose(w, is(w, SpvOpSGreaterThan, lower, most), number_of(w, most),
                 lower);
  uint32_t n = op2(w, SpvOpIAdd, choose_of(w, wide, 3, 2),
                   choose(w, is_low, lower, number_of(w, 0)));
  // digits to round off are at least two: the last one can stand for "more"
  x = op2(w, SpvOpBitwiseOr, x, choose_of(w, more, 1, 0));
  uint32_t kept = gen_round_off(w->f->g, w->integer, x, n);
  // the hidden digit is 1 in the exponent
  uint32_t top = op2i(w, SpvOpShiftLeftLogical, op2i(w, SpvOpISub, e, 1),
                      (uint64_t)w->digits - 1);
  uint32_t bits =
      op2(w, SpvOpIAdd, kept, choose(w, is_low, number_of(w, 0), top));
  uint32_t over = is(w, SpvOpSGreaterThan, e, (uint64_t)w->infinity - 1);
  return choose(w, over, number_of(w, infinity_of(w)), bits);
}

// -- Division -----------------------------------------------------------------

// The quotient of two numbers, as many digits at a time as fit.
static uint32_t
divide_numbers(const width *w, number a, number b) {
  int step = w->bits - w->digits;
  uint32_t first = test(w->f, SpvOpUGreaterThanEqual, a.digits, b.digits);
  uint32_t q = choose_of(w, first, 1, 0);
  uint32_t rest =
      op2(w, SpvOpISub, a.digits, choose(w, first, b.digits, number_of(w, 0)));
  for (int left = w->digits + 2; left > 0; left -= step) {
    uint64_t n = (uint64_t)(left < step ? left : step);
    rest = op2i(w, SpvOpShiftLeftLogical, rest, n);
    uint32_t next = op2(w, SpvOpUDiv, rest, b.digits);
    rest = op2(w, SpvOpISub, rest, op2(w, SpvOpIMul, next, b.digits));
    q = op2(w, SpvOpBitwiseOr, op2i(w, SpvOpShiftLeftLogical, q, n), next);
  }
  uint32_t e = op2(w, SpvOpISub, a.exponent, b.exponent);
  return put_together(w, q, is(w, SpvOpINotEqual, rest, 0),
                      op2i(w, SpvOpIAdd, e, (uint64_t)w->infinity / 2));
}

// a / b
static uint32_t
divide(const width *w, uint32_t a, uint32_t b) {
  const fn *f = w->f;
  uint64_t inf = infinity_of(w), sign_bit = 1ull << (w->bits - 1);
  uint32_t x = GEN(f->g, SpvOpBitcast, w->type, a);
  uint32_t y = GEN(f->g, SpvOpBitcast, w->type, b);
  uint32_t sign =
      op2i(w, SpvOpBitwiseAnd, op2(w, SpvOpBitwiseXor, x, y), sign_bit);
  x = op2i(w, SpvOpBitwiseAnd, x, sign_bit - 1);
  y = op2i(w, SpvOpBitwiseAnd, y, sign_bit - 1);
  // a divisor of zero is replaced, so that no division is undefined
  uint32_t y_zero = is(w, SpvOpIEqual, y, 0);
  uint32_t safe = choose(w, y_zero, number_of(w, 1), y);
  uint32_t bits = divide_numbers(w, take_apart(w, x), take_apart(w, safe));
  uint32_t x_zero = is(w, SpvOpIEqual, x, 0);
  uint32_t x_inf = is(w, SpvOpUGreaterThanEqual, x, inf);
  uint32_t y_inf = is(w, SpvOpUGreaterThanEqual, y, inf);
  bits = choose(w, either(f, x_zero, y_inf), number_of(w, 0), bits);
  bits = choose(w, either(f, x_inf, y_zero), number_of(w, inf), bits);
  uint32_t nan = either(f, both(f, x_zero, y_zero), both(f, x_inf, y_inf));
  nan = either(f, nan, is(w, SpvOpUGreaterThan, x, inf));
  nan = either(f, nan, is(w, SpvOpUGreaterThan, y, inf));
  bits = choose(w, nan, number_of(w, inf | inf >> 1), bits);
  return GEN(f->g, SpvOpBitcast, f->real, op2(w, SpvOpBitwiseOr, bits, sign));
}

// -- Square root --------------------------------------------------------------

// The root of a number, digit by digit.
static uint32_t
root_number(const width *w, number x) {
  // digits * 2^(e - scale) = (digits * 2^odd) * 2^(e - odd - scale), even
  int pairs = (w->digits + 2) / 2;
  uint32_t e = op2i(w, SpvOpISub, x.exponent, (uint64_t)scale_of(w));
  uint32_t odd = op2i(w, SpvOpBitwiseAnd, e, 1);
  uint32_t digits = op2(w, SpvOpShiftLeftLogical, x.digits, odd);
  uint32_t root = number_of(w, 0), rest = root;
  digits =
      op2i(w, SpvOpShiftLeftLogical, digits, (uint64_t)(w->bits - 2 * pairs));
  for (int k = 0; k < w->digits + 3; k++) {
    uint32_t two =
        op2i(w, SpvOpShiftRightLogical, digits, (uint64_t)w->bits - 2);
    digits = op2i(w, SpvOpShiftLeftLogical, digits, 2);
    rest = op2(w, SpvOpBitwiseOr, op2i(w, SpvOpShiftLeftLogical, rest, 2), two);
    uint32_t try =
        op2i(w, SpvOpBitwiseOr, op2i(w, SpvOpShiftLeftLogical, root, 2), 1);
    uint32_t fits = test(w->f, SpvOpUGreaterThanEqual, rest, try);
    rest = op2(w, SpvOpISub, rest, choose(w, fits, try, number_of(w, 0)));
    root = op2(w, SpvOpBitwiseOr, op2i(w, SpvOpShiftLeftLogical, root, 1),
               choose_of(w, fits, 1, 0));
  }
  e = op2i(w, SpvOpShiftRightArithmetic, op2(w, SpvOpISub, e, odd), 1);
  return put_together(
      w, root, is(w, SpvOpINotEqual, rest, 0),
      op2i(w, SpvOpIAdd, e, (uint64_t)(w->infinity / 2 - 1 + pairs)));
}

// sqrt(a)
static uint32_t
root(const width *w, uint32_t a) {
  const fn *f = w->f;
  uint64_t inf = infinity_of(w);
  uint32_t all = GEN(f->g, SpvOpBitcast, w->type, a);
  uint32_t size = op2i(w, SpvOpBitwiseAnd, all, (1ull << (w->bits - 1)) - 1);
  uint32_t bits = root_number(w, take_apart(w, size));
  uint32_t same =
      either(f, is(w, SpvOpIEqual, size, 0), is(w, SpvOpIEqual, all, inf));
  uint32_t nan = is(w, SpvOpUGreaterThan, all, inf);
  bits = choose(w, nan, number_of(w, inf | inf >> 1), bits);
  return GEN(f->g, SpvOpBitcast, f->real, choose(w, same, all, bits));
}

// -- Functions ----------------------------------------------------------------

uint32_t
gen_divide(const fn *f, const uint32_t *x) {
  width w = width_of(f);
  return divide(&w, x[0], x[1]);
}

uint32_t
gen_root(const fn *f, const uint32_t *x) {
  width w = width_of(f);
  return root(&w, x[0]);
}

uint32_t
gen_invert(const fn *f, const uint32_t *x) {
  width w = width_of(f);
  return divide(&w, gen_const_value(f->g, f->scalar, 1), x[0]);
}

uint32_t
gen_invert_root(const fn *f, const uint32_t *x) {
  uint32_t s = gen_root(f, x);
  return gen_invert(f, &s);
}
