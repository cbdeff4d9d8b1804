// ir/eval_scalar.c: the one definition of scalar semantics.
//
// Every scalar op of ir_ops.def on operand bits, one function an op, reached
// through a table. Constant folding, both evaluators and the tests of the back
// ends measure themselves against this file. Bits are zero-extended; an f32 is
// computed in float, an f64 in double, an f80 in long double, nothing is
// contracted. Which quiet NaN a floating op gives is not defined
// (docs/numerics.md).
#include "ir/ir.h"

#include <complex.h>
#include <math.h>

#pragma STDC FP_CONTRACT OFF

typedef ir_bits (*scalar_fn)(ir_scalar in, ir_scalar out, const ir_bits *a);

// -- Bits and values -----------------------------------------------------

// The float whose bits are the low half of "bits".
static float
as_f32(ir_bits bits) {
  uint32_t low = (uint32_t)bits;
  float x;
  memcpy(&x, &low, sizeof x);
  return x;
}

// The double whose bits are the low ones of "bits".
static double
as_f64(ir_bits bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// The long double with these bits; nothing where that is no f80.
static long double
as_f80(ir_bits bits) {
  long double x = 0;
  memcpy(&x, &bits, IR_HAS_F80 ? IR_F80_BYTES : 0);
  return x;
}

// The bits of a float, zero-extended.
static ir_bits
from_f32(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// The bits of a double, zero-extended.
static ir_bits
from_f64(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// The bits of a long double, without the padding behind them.
static ir_bits
from_f80(long double x) {
  ir_bits bits = 0;
  memcpy(&bits, &x, IR_HAS_F80 ? IR_F80_BYTES : 0);
  return bits;
}

// The low bits of "x" that "type" holds.
static ir_bits
wrap(ir_scalar type, ir_bits x) {
  return x & (((ir_bits)1 << ir_width(type)) - 1);
}

// The bits of an i-type as a number.
static int64_t
as_signed(ir_scalar type, ir_bits bits) {
  int shift = 64 - ir_width(type);
  return (int64_t)(bits << shift) >> shift;
}

long double
ir_float_value(ir_scalar type, ir_bits bits) {
  if (type == IR_F32)
    return as_f32(bits);
  return type == IR_F64 ? as_f64(bits) : as_f80(bits);
}

// A number as the double nearest to it, for floats and integers alike.
static double
as_double(ir_scalar type, ir_bits bits) {
  if (ir_is_float(type))
    return (double)ir_float_value(type, bits);
  return ir_is_signed(type) ? (double)as_signed(type, bits) : (double)bits;
}

// True for a floating value that is NaN.
static bool
is_nan(ir_scalar type, ir_bits bits) {
  return ir_is_float(type) && isnan(ir_float_value(type, bits));
}

// a < b as "type" orders them; false when one is NaN.
static bool
is_less(ir_scalar type, ir_bits a, ir_bits b) {
  if (ir_is_float(type))
    return ir_float_value(type, a) < ir_float_value(type, b);
  if (ir_is_signed(type))
    return as_signed(type, a) < as_signed(type, b);
  return a < b;
}

// a == b as C compares them: zeros of both signs are equal, NaN is not.
static bool
is_equal(ir_scalar type, ir_bits a, ir_bits b) {
  if (ir_is_float(type))
    return ir_float_value(type, a) == ir_float_value(type, b);
  return a == b;
}

// -- Arithmetic ----------------------------------------------------------

// "name" gives a0 OP a1: in the type's own arithmetic on floats, wrapping on
// integers.
#define EVAL_ARITH(name, OP)                                                   \
  static ir_bits name(ir_scalar in, ir_scalar out, const ir_bits *a) {         \
    (void)out;                                                                 \
    if (in == IR_F32)                                                          \
      return from_f32(as_f32(a[0]) OP as_f32(a[1]));                           \
    if (in == IR_F64)                                                          \
      return from_f64(as_f64(a[0]) OP as_f64(a[1]));                           \
    if (in == IR_F80)                                                          \
      return from_f80(as_f80(a[0]) OP as_f80(a[1]));                           \
    return wrap(in, a[0] OP a[1]);                                             \
  }
EVAL_ARITH(eval_add, +)
EVAL_ARITH(eval_sub, -)
EVAL_ARITH(eval_mul, *)

// The upper half of a0 * a1.
static ir_bits
eval_mulh(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)out;
  if (ir_is_signed(in)) {
    __int128 p = (__int128)as_signed(in, a[0]) * as_signed(in, a[1]);
    return wrap(in, (uint64_t)(p >> ir_width(in)));
  }
  unsigned __int128 p = (unsigned __int128)a[0] * a[1];
  return wrap(in, (uint64_t)(p >> ir_width(in)));
}

// True when an integer division has no quotient in C: by zero, or MIN/-1.
static bool
is_bad_division(ir_scalar type, ir_bits a, ir_bits b) {
  if (b == 0)
    return true;
  return ir_is_signed(type) && as_signed(type, b) == -1 &&
         a == UINT64_C(1) << (ir_width(type) - 1);
}

// a0 / a1; integers truncate, and give 0 where C has no quotient.
static ir_bits
eval_div(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)out;
  if (in == IR_F32)
    return from_f32(as_f32(a[0]) / as_f32(a[1]));
  if (in == IR_F64)
    return from_f64(as_f64(a[0]) / as_f64(a[1]));
  if (in == IR_F80)
    return from_f80(as_f80(a[0]) / as_f80(a[1]));
  if (is_bad_division(in, a[0], a[1]))
    return 0;
  if (ir_is_signed(in))
    return wrap(in, (uint64_t)(as_signed(in, a[0]) / as_signed(in, a[1])));
  return a[0] / a[1];
}

// a0 % a1, sign of the dividend; 0 where C has no remainder.
static ir_bits
eval_rem(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)out;
  if (is_bad_division(in, a[0], a[1]))
    return 0;
  if (ir_is_signed(in))
    return wrap(in, (uint64_t)(as_signed(in, a[0]) % as_signed(in, a[1])));
  return a[0] % a[1];
}

// -a0; on floats the sign bit alone changes.
static ir_bits
eval_neg(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)out;
  if (ir_is_float(in))
    return a[0] ^ (ir_bits)1 << (ir_width(in) - 1);
  return wrap(in, -a[0]);
}

// |a0|; on floats the sign bit is cleared, MIN of an i-type stays.
static ir_bits
eval_abs(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)out;
  if (ir_is_float(in))
    return a[0] & ~((ir_bits)1 << (ir_width(in) - 1));
  if (ir_is_signed(in) && as_signed(in, a[0]) < 0)
    return wrap(in, -a[0]);
  return a[0];
}

// -- Bits -----------------------------------------------------------------

// "name" gives a0 OP a1 on the bits.
#define EVAL_BITS(name, OP)                                                    \
  static ir_bits name(ir_scalar in, ir_scalar out, const ir_bits *a) {         \
    (void)out;                                                                 \
    return wrap(in, a[0] OP a[1]);                                             \
  }
EVAL_BITS(eval_and, &)
EVAL_BITS(eval_or, |)
EVAL_BITS(eval_xor, ^)

// ~a0; on bool the logical not.
static ir_bits
eval_not(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)out;
  return wrap(in, ~a[0]);
}

// a0 << a1, the count modulo the width.
static ir_bits
eval_shl(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)out;
  return wrap(in, a[0] << (a[1] & (uint64_t)(ir_width(in) - 1)));
}

// a0 >> a1, the count modulo the width; arithmetic on i-types.
static ir_bits
eval_shr(ir_scalar in, ir_scalar out, const ir_bits *a) {
  int count = (int)(a[1] & (uint64_t)(ir_width(in) - 1));
  (void)out;
  if (ir_is_signed(in))
    return wrap(in, (uint64_t)(as_signed(in, a[0]) >> count));
  return a[0] >> count;
}

// -- Choice and comparison ----------------------------------------------------

// b<a ? b : a
static ir_bits
eval_cmin(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)out;
  return is_less(in, a[1], a[0]) ? a[1] : a[0];
}

// a<b ? b : a
static ir_bits
eval_cmax(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)out;
  return is_less(in, a[0], a[1]) ? a[1] : a[0];
}

// isnan(a) ? b : b<a ? b : a
static ir_bits
eval_min(ir_scalar in, ir_scalar out, const ir_bits *a) {
  return is_nan(in, a[0]) ? a[1] : eval_cmin(in, out, a);
}

// isnan(a) ? b : a<b ? b : a
static ir_bits
eval_max(ir_scalar in, ir_scalar out, const ir_bits *a) {
  return is_nan(in, a[0]) ? a[1] : eval_cmax(in, out, a);
}

// a0 ? a1 : a2; "in" is the type of a1 and a2.
static ir_bits
eval_select(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)in;
  (void)out;
  return a[0] ? a[1] : a[2];
}

// "name" gives EXPR as a bool.
#define EVAL_COMPARE(name, EXPR)                                               \
  static ir_bits name(ir_scalar in, ir_scalar out, const ir_bits *a) {         \
    (void)out;                                                                 \
    return EXPR;                                                               \
  }
EVAL_COMPARE(eval_eq, is_equal(in, a[0], a[1]))
EVAL_COMPARE(eval_ne, !is_equal(in, a[0], a[1]))
EVAL_COMPARE(eval_lt, is_less(in, a[0], a[1]))
EVAL_COMPARE(eval_gt, is_less(in, a[1], a[0]))
EVAL_COMPARE(eval_le, is_less(in, a[0], a[1]) || is_equal(in, a[0], a[1]))
EVAL_COMPARE(eval_ge, is_less(in, a[1], a[0]) || is_equal(in, a[0], a[1]))

// -- Floating functions ---------------------------------------------------

// "name" gives FN(a0), computed in the operand's own type.
#define EVAL_FLOAT1(name, FN)                                                  \
  static ir_bits name(ir_scalar in, ir_scalar out, const ir_bits *a) {         \
    (void)out;                                                                 \
    if (in == IR_F32)                                                          \
      return from_f32(FN##f(as_f32(a[0])));                                    \
    return from_f64(FN(as_f64(a[0])));                                         \
  }

// The same with f80.
#define EVAL_EXACT1(name, FN)                                                  \
  EVAL_FLOAT1(name##_short, FN)                                                \
  static ir_bits name(ir_scalar in, ir_scalar out, const ir_bits *a) {         \
    return in == IR_F80 ? from_f80(FN##l(as_f80(a[0])))                        \
                        : name##_short(in, out, a);                            \
  }
EVAL_EXACT1(eval_floor, floor)
EVAL_EXACT1(eval_ceil, ceil)
EVAL_EXACT1(eval_trunc, trunc)
EVAL_EXACT1(eval_rint, rint)
EVAL_EXACT1(eval_sqrt, sqrt)

// The parts of <math.h> that are ops but no functions of C.
static double
frexp_mantissa(double x) {
  int e;
  return frexp(x, &e);
}

// The same of a float (exact in double).
static float
frexp_mantissaf(float x) {
  return (float)frexp_mantissa(x);
}

// frexp's exponent; 0 for zero, infinity and NaN.
static double
frexp_exponent(double x) {
  int e = 0;
  if (isfinite(x))
    frexp(x, &e);
  return e;
}

// The same of a float.
static float
frexp_exponentf(float x) {
  return (float)frexp_exponent(x);
}

// modf's fraction.
static double
modf_fraction(double x) {
  double whole;
  return modf(x, &whole);
}

// The same of a float (exact in double).
static float
modf_fractionf(float x) {
  return (float)modf_fraction(x);
}

// The sign of gamma(x): 1 at a pole.
static double
lgamma_sign(double x) {
  double down = floor(x);
  bool odd = down * 0.5 != floor(down * 0.5);
  if (x == 0)
    return signbit(x) ? -1 : 1;
  return x < 0 && down != x && odd ? -1 : 1;
}

// The same of a float.
static float
lgamma_signf(float x) {
  return (float)lgamma_sign(x);
}

// x * 2^n; a NaN for n counts as 0.
static double
scale_by(double x, double n) {
  return ldexp(x, n > 3000 ? 3000 : n > -3000 ? (int)n : n < 0 ? -3000 : 0);
}

// The same of floats: exact in double, then rounded once.
static float
scale_byf(float x, float n) {
  double most = n > 400 ? 400 : n < -400 ? -400 : (double)n;
  return (float)scale_by(x, most);
}

// "name": a part of the complex function FN of x + iy, of doubles and floats.
#define COMPLEX_PART(name, part, FN)                                           \
  static double name(double x, double y) {                                     \
    return part(FN(__builtin_complex(x, y)));                                  \
  }                                                                            \
  static float name##f(float x, float y) {                                     \
    return part##f(FN##f(__builtin_complex(x, y)));                            \
  }
COMPLEX_PART(cexp_re, creal, cexp)
COMPLEX_PART(cexp_im, cimag, cexp)
COMPLEX_PART(clog_re, creal, clog)
COMPLEX_PART(csqrt_re, creal, csqrt)
COMPLEX_PART(csqrt_im, cimag, csqrt)
COMPLEX_PART(sinh_cos, creal, csinh)
COMPLEX_PART(cosh_sin, cimag, csinh)
COMPLEX_PART(cosh_cos, creal, ccosh)
COMPLEX_PART(sinh_sin, cimag, ccosh)
COMPLEX_PART(ctanh_re, creal, ctanh)
COMPLEX_PART(ctanh_im, cimag, ctanh)

// "name" gives FN(a0, a1), computed in the operands' own type.
#define EVAL_FLOAT2(name, FN)                                                  \
  static ir_bits name(ir_scalar in, ir_scalar out, const ir_bits *a) {         \
    (void)out;                                                                 \
    if (in == IR_F32)                                                          \
      return from_f32(FN##f(as_f32(a[0]), as_f32(a[1])));                      \
    return from_f64(FN(as_f64(a[0]), as_f64(a[1])));                           \
  }
// The same with f80.
#define EVAL_EXACT2(name, FN)                                                  \
  EVAL_FLOAT2(name##_short, FN)                                                \
  static ir_bits name(ir_scalar in, ir_scalar out, const ir_bits *a) {         \
    return in == IR_F80 ? from_f80(FN##l(as_f80(a[0]), as_f80(a[1])))          \
                        : name##_short(in, out, a);                            \
  }
#define IR_MATH(ID, FN, operands, doc) EVAL_EXACT##operands(eval_##FN, FN)
#define IR_MATH_PART(ID, FN, operands, doc) EVAL_FLOAT##operands(eval_##FN, FN)
#include "ir/ir_math.def"
#undef IR_MATH

// a0*a1+a2, rounded once.
static ir_bits
eval_fma(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)out;
  if (in == IR_F32)
    return from_f32(fmaf(as_f32(a[0]), as_f32(a[1]), as_f32(a[2])));
  return from_f64(fma(as_f64(a[0]), as_f64(a[1]), as_f64(a[2])));
}

// a, whether it is as expected or not.
static ir_bits
eval_within(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)in, (void)out;
  return a[0];
}

// -- Conversion -----------------------------------------------------------

// "x" truncated to the integer type "to": saturating, NaN gives 0.
static ir_bits
float_to_int(long double x, ir_scalar to) {
  int w = ir_width(to);
  if (isnan(x))
    return 0;
  if (!ir_is_signed(to)) {
    if (x <= 0)
      return 0;
    return x >= ldexp(1, w) ? wrap(to, UINT64_MAX) : (uint64_t)x;
  }
  if (x >= ldexp(1, w - 1))
    return (UINT64_C(1) << (w - 1)) - 1;
  if (x <= -ldexp(1, w - 1))
    return UINT64_C(1) << (w - 1);
  return wrap(to, (uint64_t)(int64_t)x);
}

// Any number to f32, rounded once (a detour through double would round an
// i64 twice).
static ir_bits
to_f32(ir_scalar in, ir_bits bits) {
  if (ir_is_float(in))
    return from_f32((float)ir_float_value(in, bits));
  if (ir_is_signed(in))
    return from_f32((float)as_signed(in, bits));
  return from_f32((float)bits);
}

// Any number to f80, which has them all.
static ir_bits
to_f80(ir_scalar in, ir_bits bits) {
  if (ir_is_float(in))
    return from_f80(ir_float_value(in, bits));
  if (ir_is_signed(in))
    return from_f80((long double)as_signed(in, bits));
  return from_f80((long double)bits);
}

// C's value conversion; to bool: != 0.
static ir_bits
eval_convert(ir_scalar in, ir_scalar out, const ir_bits *a) {
  if (in == out)
    return a[0];
  if (out == IR_BOOL)
    return !is_equal(in, a[0], 0);
  if (out == IR_F32)
    return to_f32(in, a[0]);
  if (out == IR_F64)
    return from_f64(as_double(in, a[0]));
  if (out == IR_F80)
    return to_f80(in, a[0]);
  if (ir_is_float(in))
    return float_to_int(ir_float_value(in, a[0]), out);
  if (ir_is_signed(in))
    return wrap(out, (uint64_t)as_signed(in, a[0]));
  return wrap(out, a[0]);
}

// The same bits.
static ir_bits
eval_bitcast(ir_scalar in, ir_scalar out, const ir_bits *a) {
  (void)in;
  return wrap(out, a[0]);
}

// -- The table --------------------------------------------------------------

static const scalar_fn table[IR_OP__COUNT] = {
    [IR_OP_CONVERT] = eval_convert, [IR_OP_BITCAST] = eval_bitcast,
    [IR_OP_ADD] = eval_add,         [IR_OP_SUB] = eval_sub,
    [IR_OP_MUL] = eval_mul,         [IR_OP_DIV] = eval_div,
    [IR_OP_MULH] = eval_mulh,       [IR_OP_REM] = eval_rem,
    [IR_OP_NEG] = eval_neg,         [IR_OP_ABS] = eval_abs,
    [IR_OP_AND] = eval_and,         [IR_OP_OR] = eval_or,
    [IR_OP_XOR] = eval_xor,         [IR_OP_NOT] = eval_not,
    [IR_OP_SHL] = eval_shl,         [IR_OP_SHR] = eval_shr,
    [IR_OP_MIN] = eval_min,         [IR_OP_MAX] = eval_max,
    [IR_OP_CMIN] = eval_cmin,       [IR_OP_CMAX] = eval_cmax,
    [IR_OP_SELECT] = eval_select,   [IR_OP_EQ] = eval_eq,
    [IR_OP_NE] = eval_ne,           [IR_OP_LT] = eval_lt,
    [IR_OP_LE] = eval_le,           [IR_OP_GT] = eval_gt,
    [IR_OP_GE] = eval_ge,           [IR_OP_FLOOR] = eval_floor,
    [IR_OP_CEIL] = eval_ceil,       [IR_OP_TRUNC] = eval_trunc,
    [IR_OP_RINT] = eval_rint,       [IR_OP_SQRT] = eval_sqrt,
    [IR_OP_FMA] = eval_fma,         [IR_OP_WITHIN] = eval_within,
#define IR_MATH(ID, FN, operands, doc) [IR_OP_##ID] = eval_##FN,
#include "ir/ir_math.def"
#undef IR_MATH
};

ir_bits
ir_eval_scalar(ir_opcode code, ir_scalar in, ir_scalar out,
               const ir_bits *args) {
  return table[code](in, out, args);
}

ir_bits
ir_float_bits(ir_scalar type, double value) {
  ir_bits bits = 0;
  memcpy(&bits, &value, sizeof value);
  return ir_eval_scalar(IR_OP_CONVERT, IR_F64, type, &bits);
}

// -- The reduction tree (docs/numerics.md) ------------------------------------

// op(x, y) on one type.
static ir_bits
combine(ir_opcode op, ir_scalar type, ir_bits x, ir_bits y) {
  return ir_eval_scalar(op, type, type, (ir_bits[]){x, y});
}

// One block: strided lanes folded in order, then lanes pairwise.
static ir_bits
fold_block(ir_opcode op, ir_scalar type, const ir_bits *values, int64_t n) {
  ir_bits lane[IR_TREE_LANES];
  for (int l = 0; l < IR_TREE_LANES; l++)
    lane[l] = ir_red_identity(op, type);
  for (int64_t k = 0; k < n; k++) {
    ir_bits *at = &lane[k % IR_TREE_LANES];
    *at = combine(op, type, *at, values[k]);
  }
  for (int half = IR_TREE_LANES / 2; half >= 1; half /= 2)
    for (int l = 0; l < half; l++)
      lane[l] = combine(op, type, lane[l], lane[l + half]);
  return lane[0];
}

// The tree over n > 0 values: pairing neighbours level by level is splitting
// at the largest power of two of blocks below their number.
static ir_bits
fold_blocks(ir_opcode op, ir_scalar type, const ir_bits *values, int64_t n) {
  if (n <= IR_TREE_BLOCK)
    return fold_block(op, type, values, n);
  int64_t left = IR_TREE_BLOCK;
  while (left * 2 < n)
    left *= 2;
  ir_bits x = fold_blocks(op, type, values, left);
  return combine(op, type, x, fold_blocks(op, type, values + left, n - left));
}

ir_bits
ir_tree_fold(ir_opcode op, ir_scalar type, ir_bits init, const ir_bits *values,
             int64_t n) {
  if (n <= 0)
    return init;
  return combine(op, type, init, fold_blocks(op, type, values, n));
}

// -- Elements of arrays ---------------------------------------------------

bool
ir_array_has(const ir_array *a, int64_t i) {
  return i >= a->base && (uint64_t)i - (uint64_t)a->base < (uint64_t)a->n;
}

// Where the element with C index "i" lies.
static char *
element(const ir_array *a, int64_t i) {
  return (char *)a->data + (i - a->base) * ir_size(a->elem);
}

ir_bits
ir_array_get(const ir_array *a, int64_t i) {
  ir_bits bits = 0; // both ends are little-endian
  memcpy(&bits, element(a, i), ir_value_bytes(a->elem));
  return bits;
}

void
ir_array_set(ir_array *a, int64_t i, ir_bits bits) {
  memcpy(element(a, i), &bits, ir_value_bytes(a->elem));
}

bool
ir_eval_call(const char *callee, int n, const ir_scalar *in,
             const ir_bits *args, ir_scalar out, ir_bits *result) {
  static const struct {
    const char *f64, *f32;
    ir_opcode code;
    int n;
  } known[] = {
#define IR_MATH(ID, name, operands, doc)                                       \
  {#name, #name "f", IR_OP_##ID, operands},
#define IR_MATH_PART(ID, name, operands, doc)
#include "ir/ir_math.def"
#undef IR_MATH
  };
  bool fits = out == IR_F32 || out == IR_F64;
  for (int k = 0; k < n; k++)
    fits = fits && in[k] == out;
  for (int i = 0; i < LOFT_COUNT(known) && fits; i++) {
    if (known[i].n != n ||
        strcmp(callee, out == IR_F32 ? known[i].f32 : known[i].f64) != 0)
      continue;
    *result = ir_eval_scalar(known[i].code, out, out, args);
    return true;
  }
  return false;
}
