// rewrites/math/math.c: <math.h> for every device, in C, written once.
//
// These functions are lifted by loft itself: scripts/update_math.sh turns each
// into IR text (math.loft), which the pass "math" inlines wherever the IR has
// the op. So the CPU and every GPU compute the same bits. To make that hold,
// only operations are used that all of them round correctly: + - * / on double
// (compiled without contraction), conversions, and integers. No fma: lavapipe
// does not fuse it.
// Errors, measured against MPFR: docs/numerics.md.
//
// The f32 functions work in double with short polynomials, so they are all but
// correctly rounded. Coefficients are Taylor's: a few terms more than a
// minimax polynomial would need, and nothing to trust.
#include <stdint.h>
#include <string.h>

#define LOG2E 0x1.71547652b82fep+0
// ln 2 in two parts; the first has 42 bits, so k * LN2_HI is exact.
#define LN2_HI 0x1.62e42fefa3800p-1
#define LN2_LO 0x1.ef35793c76730p-45
#define LN2 0x1.62e42fefa39efp-1
// pi/2 in four parts, the first three of 33 bits.
#define PIO2_1 0x1.921fb54400000p+0
#define PIO2_2 0x1.0b4611a600000p-34
#define PIO2_3 0x1.3198a2e000000p-69
#define PIO2_4 0x1.b839a252049c1p-104
#define PIO2 0x1.921fb54442d18p+0
#define PIO2_TAIL 0x1.1a62633145c07p-54
#define TWO_OVER_PI 0x1.45f306dc9c883p-1
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

// 2^k for -1022 <= k <= 1023. (Integers of 32 bits: every vector unit converts
// and shifts those.)
static inline double
power_of_two(int k) {
  return from_bits((uint64_t)(uint32_t)(k + 1023) << 52);
}

// -- exp -------------------------------------------------------------------

// e^(x + tail), |tail| < ulp(x)/2. Error below 1 ULP.
static inline double
exp_with_tail(double x, double tail) {
  double c = x > 710.0 ? 710.0 : x;
  c = c < -746.0 ? -746.0 : c;
  double shifted = c * LOG2E + SHIFTER;
  double k = shifted - SHIFTER;
  double hi = c - k * LN2_HI;
  double lo = k * LN2_LO - tail;
  double r = hi - lo;
  double rest = (hi - r) - lo;
  double p =
      r * r *
      (1.0 / 2 +
       r * (1.0 / 6 +
            r * (1.0 / 24 +
                 r * (1.0 / 120 +
                      r * (1.0 / 720 +
                           r * (1.0 / 5040 +
                                r * (1.0 / 40320 +
                                     r * (1.0 / 362880 +
                                          r * (1.0 / 3628800 +
                                               r * (1.0 / 39916800 +
                                                    r * (1.0 / 479001600 +
                                                         r * (1.0 /
                                                              6227020800.0))))))))))));
  double sum = 1.0 + r;
  double lost = (1.0 - sum) + r;
  double y = sum + (lost + (rest + p));
  int n = (int)(uint32_t)bits_of(shifted);
  int half = n >> 1;
  return y * power_of_two(half) * power_of_two(n - half);
}

double
loft_exp_f64(double x) {
  return exp_with_tail(x, 0.0);
}

float
loft_exp_f32(float x) {
  double d = x > 200.0f ? 200.0f : x;
  d = d < -200.0 ? -200.0 : d;
  double shifted = d * LOG2E + SHIFTER;
  double r = d - (shifted - SHIFTER) * LN2;
  double p =
      1.0 +
      r * (1.0 + r * (1.0 / 2 +
                      r * (1.0 / 6 +
                           r * (1.0 / 24 +
                                r * (1.0 / 120 +
                                     r * (1.0 / 720 +
                                          r * (1.0 / 5040 +
                                               r * (1.0 / 40320 +
                                                    r * (1.0 / 362880)))))))));
  int n = (int)(uint32_t)bits_of(shifted);
  return (float)(p * power_of_two(n));
}

// -- log -------------------------------------------------------------------

// x = m * 2^k with m between sqrt(1/2) and sqrt(2); x positive and normal.
// Gives m.
static inline double
mantissa(double x) {
  uint64_t u = bits_of(x);
  uint64_t above = u - 0x3fe6a09e667f3bcdu;
  return from_bits(u - (above & 0xfff0000000000000u));
}

// The exponent k that goes with mantissa(x).
static inline double
exponent(double x) {
  uint64_t biased = bits_of(x) - 0x3fe6a09e667f3bcdu + (UINT64_C(1023) << 52);
  return (double)((int)(biased >> 52) - 1023);
}

// C's results where the logarithm is no plain number.
static inline double
log_special(double x, double y) {
  double inf = from_bits(0x7ff0000000000000u);
  double nan = from_bits(0x7ff8000000000000u);
  y = x == 0.0 ? -inf : y;
  y = x < 0.0 ? nan : y;
  y = x == inf ? inf : y;
  return x != x ? x : y;
}

double
loft_log_f64(double x) {
  int small = x < 0x1p-1022;
  double scaled = small ? x * 0x1p54 : x;
  double k = exponent(scaled) - (small ? 54.0 : 0.0);
  double f = mantissa(scaled) - 1.0;
  // log(1+f) = f - f^2/2 + s (f^2/2 + R(s^2)), s = f/(2+f)
  double s = f / (2.0 + f);
  double z = s * s;
  double series =
      z * (2.0 / 3 +
           z * (2.0 / 5 +
                z * (2.0 / 7 +
                     z * (2.0 / 9 +
                          z * (2.0 / 11 +
                               z * (2.0 / 13 +
                                    z * (2.0 / 15 +
                                         z * (2.0 / 17 +
                                              z * (2.0 / 19 +
                                                   z * (2.0 / 21))))))))));
  double square = 0.5 * f * f;
  double big = k * LN2_HI;
  double hi = big + f;
  double lo = (big - hi) + f;
  double y = hi + (lo + ((s * (square + series) - square) + k * LN2_LO));
  return log_special(x, y);
}

// ln x for positive normal x, short series: error about 1e-13.
static inline double
log_short(double x) {
  double f = mantissa(x) - 1.0;
  double s = f / (2.0 + f);
  double z = s * s;
  double series =
      2.0 + z * (2.0 / 3 +
                 z * (2.0 / 5 +
                      z * (2.0 / 7 +
                           z * (2.0 / 9 + z * (2.0 / 11 + z * (2.0 / 13))))));
  return exponent(x) * LN2 + s * series;
}

float
loft_log_f32(float x) {
  double d = x;
  return (float)log_special(d, log_short(d));
}

// -- pow -------------------------------------------------------------------

// The upper 26 bits of "x", for exact products (Dekker 1971).
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

// C's results of pow where the general formula does not hold; "y0" is the
// general result for |x|. "integer": y is one; "odd": an odd one.
static inline double
pow_special(double x, double y, double y0, int integer, int odd) {
  double inf = from_bits(0x7ff0000000000000u);
  double nan = from_bits(0x7ff8000000000000u);
  double ax = x < 0.0 ? -x : x;
  double r = y0;
  r = ax == 0.0 ? (y < 0.0 ? inf : 0.0) : r;
  r = ax == inf ? (y < 0.0 ? 0.0 : inf) : r;
  int y_infinite = y == inf || y == -inf;
  r = y_infinite ? ((ax > 1.0) == (y > 0.0) ? inf : 0.0) : r;
  r = y_infinite && ax == 1.0 ? 1.0 : r;
  int negative = (int)(bits_of(x) >> 63);
  r = negative && odd ? -r : r;
  r = x < 0.0 && x != -inf && !integer ? nan : r;
  r = x != x || y != y ? x + y : r;
  return x == 1.0 || y == 0.0 ? 1.0 : r;
}

double
loft_pow_f64(double x, double y) {
  double ax = x < 0.0 ? -x : x;
  int small = ax < 0x1p-1022;
  double scaled = small ? ax * 0x1p54 : ax;
  double k = exponent(scaled) - (small ? 54.0 : 0.0);
  double m = mantissa(scaled);
  // s = (m-1)/(m+1) in two parts
  double f = m - 1.0, g = m + 1.0;
  double g_lost = (m - (g - 1.0));
  double s = f / g;
  double p = s * g;
  double s_lo = (((f - p) - product_error(s, g, p)) - s * g_lost) / g;
  // z = s^2 in two parts
  double z = s * s;
  double z_lo = product_error(s, s, z) + 2.0 * s * s_lo;
  // tail of the series after the term 2/3
  double rest =
      z * (2.0 / 5 +
           z * (2.0 / 7 +
                z * (2.0 / 9 +
                     z * (2.0 / 11 +
                          z * (2.0 / 13 +
                               z * (2.0 / 15 +
                                    z * (2.0 / 17 +
                                         z * (2.0 / 19 +
                                              z * (2.0 / 21 +
                                                   z * (2.0 / 23))))))))));
  // q = 2/3 + rest in two parts, then w = z * q
  double third = 0x1.5555555555555p-1, third_lo = 0x1.5555555555555p-55;
  double q = third + rest;
  double q_lo = ((third - q) + rest) + third_lo;
  double w = z * q;
  double w_lo = product_error(z, q, w) + (z * q_lo + z_lo * q);
  // log m = 2 s + s w
  double t = s * w;
  double t_lo = product_error(s, w, t) + (s * w_lo + s_lo * w);
  double twice = 2.0 * s;
  double l = twice + t;
  double l_lo = ((twice - l) + t) + (t_lo + 2.0 * s_lo);
  // + k ln 2
  double big = k * LN2_HI;
  double hi = big + l;
  double lo = ((big - hi) + l) + (l_lo + k * LN2_LO);
  double log_hi = hi + lo;
  double log_lo = (hi - log_hi) + lo;
  // times y; an exponent out of reach must not spoil the error term
  double yc = y > 0x1p65 ? 0x1p65 : y;
  yc = yc < -0x1p65 ? -0x1p65 : yc;
  double e = yc * log_hi;
  double e_lo = product_error(yc, log_hi, e) + yc * log_lo;
  e_lo = e > 800.0 || e < -800.0 ? 0.0 : e_lo;
  double power = exp_with_tail(e, e_lo);
  double ay = y < 0.0 ? -y : y;
  double whole = ay < 0x1p52 ? (ay + 0x1p52) - 0x1p52 : ay;
  int integer = whole == ay;
  double half = 0.5 * ay;
  double half_whole = half < 0x1p52 ? (half + 0x1p52) - 0x1p52 : half;
  int odd = integer && half_whole != half;
  return pow_special(x, y, power, integer, odd);
}

float
loft_pow_f32(float x, float y) {
  double dx = x, dy = y;
  double ax = dx < 0.0 ? -dx : dx;
  double e = dy * log_short(ax);
  e = e > 200.0 ? 200.0 : e;
  e = e < -200.0 ? -200.0 : e;
  double power = exp_with_tail(e, 0.0);
  double ay = dy < 0.0 ? -dy : dy;
  double whole = ay < 0x1p52 ? (ay + 0x1p52) - 0x1p52 : ay;
  int integer = whole == ay;
  double half = 0.5 * ay;
  double half_whole = half < 0x1p52 ? (half + 0x1p52) - 0x1p52 : half;
  int odd = integer && half_whole != half;
  return (float)pow_special(dx, dy, power, integer, odd);
}

// -- sin and cos -------------------------------------------------------------

// x mod pi/2 for 2^20 <= |x| < inf (Payne and Hanek 1983): x * 2/pi modulo 4
// in 192-bit fixed point, from the bits of 2/pi that matter for x.
static inline void
reduce_large(double x, double *r, double *tail, int *quarter) {
  // bits of 2/pi, 32 a word, after 64 zero bits
  const uint32_t two_over_pi[46] = {
      0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
      0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0,
      0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
      0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
      0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7,
      0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea,
      0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d,
      0xa9e39161, 0x5ee61b08, 0x6599855f, 0x14a06840};
  uint64_t u = bits_of(x);
  uint64_t m = (u & 0xfffffffffffffu) | 0x10000000000000u;
  int first = (int)((u >> 52) & 0x7ff) - 1075 + 62;
  int word = first >> 5, shift = first & 31;
  uint32_t w[6], f[6];
  for (int k = 0; k < 6; k++) {
    uint64_t pair =
        (uint64_t)two_over_pi[word + k] << 32 | two_over_pi[word + k + 1];
    w[5 - k] = (uint32_t)((pair << shift) >> 32);
  }
  uint64_t m0 = m & 0xffffffffu, m1 = m >> 32, carry = 0;
  for (int k = 0; k < 6; k++) {
    carry += m0 * w[k];
    f[k] = (uint32_t)carry;
    carry >>= 32;
  }
  carry = 0;
  for (int k = 1; k < 6; k++) {
    carry += m1 * w[k - 1] + f[k];
    f[k] = (uint32_t)carry;
    carry >>= 32;
  }
  int n = (int)(f[5] >> 30);
  uint32_t flip = (f[5] >> 29 & 1) ? 0xffffffffu : 0;
  double sign = flip ? -1.0 : 1.0;
  n += (int)(flip & 1);
  // the fraction's limbs, most significant first, as doubles
  double t5 = (double)((f[5] << 2 | f[4] >> 30) ^ flip) * 0x1p-32;
  double t4 = (double)((f[4] << 2 | f[3] >> 30) ^ flip) * 0x1p-64;
  double t3 = (double)((f[3] << 2 | f[2] >> 30) ^ flip) * 0x1p-96;
  double t2 = (double)((f[2] << 2 | f[1] >> 30) ^ flip) * 0x1p-128;
  double h = t5 + t4, lost = t4 - (h - t5);
  double h2 = h + t3;
  lost += t3 - (h2 - h);
  double h3 = h2 + t2;
  lost += t2 - (h3 - h2);
  double a = h3 * PIO2;
  double a_lo = product_error(h3, PIO2, a) + (h3 * PIO2_TAIL + lost * PIO2);
  double negative = (u >> 63) ? -sign : sign;
  *r = negative * (a + a_lo);
  *tail = negative * ((a - (a + a_lo)) + a_lo);
  *quarter = (u >> 63) ? -n : n;
}

// x mod pi/2 for |x| < 2^20 (Cody and Waite 1980), the parts of pi/2
// subtracted with the rounding errors kept.
static inline void
reduce_small(double x, double *r, double *tail, int *quarter) {
  double shifted = x * TWO_OVER_PI + SHIFTER;
  double k = shifted - SHIFTER;
  double a = x - k * PIO2_1, b = k * PIO2_2, c = k * PIO2_3;
  double h = a - b;
  double v = h - a;
  double lost = (a - (h - v)) - (b + v);
  double h2 = h - c;
  v = h2 - h;
  lost += (h - (h2 - v)) - (c + v);
  lost -= k * PIO2_4;
  *r = h2 + lost;
  *tail = (h2 - *r) + lost;
  *quarter = (int)(uint32_t)bits_of(shifted);
}

// sin(r + tail), |r| below about pi/4.
static inline double
sin_kernel(double r, double tail) {
  double z = r * r;
  double p =
      z * (-1.0 / 6 +
           z * (1.0 / 120 +
                z * (-1.0 / 5040 +
                     z * (1.0 / 362880 +
                          z * (-1.0 / 39916800 +
                               z * (1.0 / 6227020800.0 +
                                    z * (-1.0 / 1307674368000.0 +
                                         z * (1.0 / 355687428096000.0))))))));
  return r + (r * p + tail * (1.0 - 0.5 * z));
}

// cos(r + tail), |r| below about pi/4.
static inline double
cos_kernel(double r, double tail) {
  double z = r * r, half = 0.5 * z;
  double p =
      z * z *
      (1.0 / 24 +
       z * (-1.0 / 720 +
            z * (1.0 / 40320 +
                 z * (-1.0 / 3628800 +
                      z * (1.0 / 479001600 +
                           z * (-1.0 / 87178291200.0 +
                                z * (1.0 / 20922789888000.0 +
                                     z * (-1.0 / 6402373705728000.0))))))));
  double w = 1.0 - half;
  return w + (((1.0 - w) - half) + (p - r * tail));
}

// sin(x + quarters * pi/2).
static inline double
sin_quarters(double x, int quarters) {
  double ax = x < 0.0 ? -x : x, r, tail;
  int n;
  if (ax < 0x1p20)
    reduce_small(x, &r, &tail, &n);
  else if (ax < from_bits(0x7ff0000000000000u))
    reduce_large(x, &r, &tail, &n);
  else
    return x - x;
  n += quarters;
  double y = n & 1 ? cos_kernel(r, tail) : sin_kernel(r, tail);
  return n & 2 ? -y : y;
}

double
loft_sin_f64(double x) {
  return x == 0.0 ? x : sin_quarters(x, 0);
}

double
loft_cos_f64(double x) {
  return sin_quarters(x, 1);
}

float
loft_sin_f32(float x) {
  return x == 0.0f ? x : (float)sin_quarters((double)x, 0);
}

float
loft_cos_f32(float x) {
  return (float)sin_quarters((double)x, 1);
}
