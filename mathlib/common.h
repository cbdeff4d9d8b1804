// mathlib/common.h: bits of doubles, and numbers in two parts.
//
// A number in two parts is an unevaluated sum hi + lo of doubles, |lo| at most
// about an ulp of hi: twice the digits (Dekker 1971; Muller et al., Handbook of
// Floating-Point Arithmetic, chapter 4).
#include <math.h>
#include <stdint.h>
#include <string.h>

#define LOG2E 0x1.71547652b82fep+0
#define LOG2E_TAIL 0x1.777d0ffda0d24p-56
// ln 2 in two parts; the first has 42 bits, so k * LN2_HI is exact.
#define LN2_HI 0x1.62e42fefa3800p-1
#define LN2_LO 0x1.ef35793c76730p-45
#define LN2 0x1.62e42fefa39efp-1
#define LN2_TAIL 0x1.abc9e3b39803fp-56
#define INF from_bits(0x7ff0000000000000u)
#define QUIET_NAN from_bits(0x7ff8000000000000u)
// Adding and subtracting it rounds to an integer, to nearest even; before the
// subtraction the integer stands in the low bits.
#define SHIFTER 0x1.8p52

static inline uint64_t
bits_of(double x) {
  uint64_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}

static inline double
from_bits(uint64_t u) {
  double x;
  memcpy(&x, &u, sizeof x);
  return x;
}

static inline uint32_t
bits_of_f32(float x) {
  uint32_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}

static inline float
f32_from_bits(uint32_t u) {
  float x;
  memcpy(&x, &u, sizeof x);
  return x;
}

// |x|, with the sign of "sign".
static inline double
with_sign(double x, double sign) {
  uint64_t top = UINT64_C(1) << 63;
  return from_bits((bits_of(x) & ~top) | (bits_of(sign) & top));
}

// 2^k for -1022 <= k <= 1023. (Integers of 32 bits: every vector unit converts
// and shifts those.)
static inline double
power_of_two(int k) {
  return from_bits((uint64_t)(uint32_t)(k + 1023) << 52);
}

// y * 2^k for |k| <= 2044, rounded once unless the result is subnormal.
static inline double
scale(double y, int k) {
  int half = k >> 1;
  return y * power_of_two(half) * power_of_two(k - half);
}

// The upper 26 bits of "x", for exact products.
static inline double
upper_half(double x) {
  return from_bits(bits_of(x) & 0xfffffffff8000000u);
}

// a * b - p exactly, for p the rounded product; no overflow.
static inline double
product_error(double a, double b, double p) {
  double ah = upper_half(a), al = a - ah;
  double bh = upper_half(b), bl = b - bh;
  return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
}

// a + b - s exactly, for s the rounded sum (Knuth).
static inline double
sum_error(double a, double b, double s) {
  double v = s - a;
  return (a - (s - v)) + (b - v);
}

// The quotient of n + n_lo and d + d_lo in two parts.
static inline void
divide(double n, double n_lo, double d, double d_lo, double *q, double *q_lo) {
  double y = n / d;
  double p = y * d;
  *q_lo = ((((n - p) - product_error(y, d, p)) + n_lo) - y * d_lo) / d;
  *q = y;
}
