// mathlib/exp_log.c: exponentials and logarithms.

// -- exp -------------------------------------------------------------------

// e^(r + rest) = hi + lo for |r| <= ln(2)/2 and |rest| < ulp(r); lo has an
// error of about 2^-57. (hi is 1 + r rounded.)
static inline void
exp_kernel(double r, double rest, double *hi, double *lo) {
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
  *hi = sum;
  *lo = lost + (rest + p);
}

// x + tail = n ln 2 + r + rest, |r| <= ln(2)/2; |x| below 2^11.
static inline void
exp_reduce(double x, double tail, double *r, double *rest, int *n) {
  double shifted = x * LOG2E + SHIFTER;
  double k = shifted - SHIFTER;
  double hi = x - k * LN2_HI;
  double lo = k * LN2_LO - tail;
  *r = hi - lo;
  *rest = (hi - *r) - lo;
  *n = (int)(uint32_t)bits_of(shifted);
}

// "x" kept between "least" and "most"; a NaN stays.
static inline double
clamp(double x, double least, double most) {
  double c = x > most ? most : x;
  return c < least ? least : c;
}

// e^(x + tail) * 2^k for |tail| < ulp(x)/2, k at most 0. Error below 1 ULP.
static inline double
exp_times(double x, double tail, int k) {
  double r, rest, hi, lo;
  int n;
  exp_reduce(clamp(x, -746.0, 711.0), tail, &r, &rest, &n);
  exp_kernel(r, rest, &hi, &lo);
  return scale(hi + lo, n + k);
}

// e^(x + tail), |tail| < ulp(x)/2. Error below 1 ULP.
static inline double
exp_with_tail(double x, double tail) {
  return exp_times(x, tail, 0);
}

static inline double
loft_exp_f64(double x) {
  return exp_with_tail(x, 0.0);
}

static inline double
loft_exp2_f64(double x) {
  double c = clamp(x, -1080.0, 1030.0);
  double shifted = c + SHIFTER;
  double f = c - (shifted - SHIFTER);
  double r = f * LN2, hi, lo;
  exp_kernel(r, product_error(f, LN2, r) + f * LN2_TAIL, &hi, &lo);
  return scale(hi + lo, (int)(uint32_t)bits_of(shifted));
}

// e^x - 1 = hi + lo for |x| < 40.
static inline void
expm1_parts(double x, double *hi, double *lo) {
  double r, rest;
  int n;
  exp_reduce(x, 0.0, &r, &rest, &n);
  double e_hi, e_lo;
  exp_kernel(r, rest, &e_hi, &e_lo);
  // 2^n (1 + r) - 1: 2^n r is the smaller one, except where n = 0
  double scaled = power_of_two(n);
  double one = scaled - 1.0, more = scaled * r;
  double sum = one + more;
  double lost = (more - (sum - one)) + ((scaled - one) - 1.0);
  double tail = lost + scaled * (e_lo + ((e_hi - 1.0) - r));
  *hi = sum + tail;
  *lo = (sum - *hi) + tail;
}

static inline double
loft_expm1_f64(double x) {
  double hi, lo;
  expm1_parts(clamp(x, -39.0, 39.0), &hi, &lo);
  double y = x > 39.0 ? loft_exp_f64(x) : hi;
  return x == 0.0 ? x : y;
}

// 2^f - 1 for |f| <= 1/2 in less than full precision: error about 2^-37 of it.
// (Minimax; the series itself up to f.)
static inline double
exp2m1_short(double f) {
  return f *
         (LN2 + f * (0x1.ebfbdff8212e8p-3 +
                     f * (0x1.c6b08d98889edp-5 +
                          f * (0x1.3b2ab7204aaf7p-7 +
                               f * (0x1.5d878470d0a21p-10 +
                                    f * (0x1.4308999531a5dp-13 +
                                         f * (0x1.00b85154b8e7bp-16 +
                                              f * 0x1.63e88349a4e55p-20)))))));
}

// t = n + f with |f| <= 1/2 for |t| <= 1000; *scaled is 2^n.
static inline void
split_exponent(double t, double *f, double *scaled) {
  const double shifter = SHIFTER + 1023.0; // the low bits become n + 1023
  double shifted = t + shifter;
  *f = t - (shifted - shifter);
  *scaled = from_bits(bits_of(shifted) << 52);
}

// 2^t for |t| <= 1000, in less than full precision.
static inline double
exp2_short(double t) {
  double f, scaled;
  split_exponent(t, &f, &scaled);
  return (1.0 + exp2m1_short(f)) * scaled;
}

// e^x for |x| <= 200, in less than full precision.
static inline double
exp_short(double x) {
  return exp2_short(x * LOG2E);
}

// e^x - 1 for |x| <= 200, in less than full precision.
static inline double
expm1_medium(double x) {
  double f, scaled;
  split_exponent(x * LOG2E, &f, &scaled);
  return (scaled - 1.0) + scaled * exp2m1_short(f);
}

// "x" kept between -200 and 200, where float exponentials are 0 and infinite; a
// NaN stays.
static inline float
within_200(float x) {
  uint32_t sign = bits_of_f32(x) & 0x80000000u;
  return fabsf(x) > 200.0f ? f32_from_bits(sign | 0x43480000u) : x;
}

static inline float
loft_exp_f32(float x) {
  return (float)exp_short(within_200(x));
}

static inline float
loft_exp2_f32(float x) {
  return (float)exp2_short(within_200(x));
}

static inline float
loft_expm1_f32(float x) {
  float y = (float)expm1_medium(within_200(x));
  return x == 0.0f ? x : y;
}

// -- log -------------------------------------------------------------------

// x = m * 2^k with m between sqrt(1/2) and sqrt(2), about; x positive and
// normal. Gives m. (Constants with a low half of zeros: sums of the upper
// half.)
static inline double
mantissa(double x) {
  uint64_t u = bits_of(x);
  uint64_t above = u - 0x3fe6a09e00000000u;
  return from_bits(u - (above & 0xfff0000000000000u));
}

// The exponent k that goes with mantissa(x).
static inline double
exponent(double x) {
  uint64_t biased = bits_of(x) - 0x3fe6a09e00000000u + (UINT64_C(1023) << 52);
  // 2^52 + an integer below 2^52 has that integer's bits
  return from_bits((biased >> 52) | 0x4330000000000000u) - (0x1p52 + 1023.0);
}

// mantissa(x) - 1 and exponent(x), for a subnormal x too.
static inline void
split(double x, double *f, double *k) {
  int small = x < 0x1p-1022;
  double scaled = small ? x * 0x1p54 : x;
  *k = exponent(scaled) - (small ? 54.0 : 0.0);
  *f = mantissa(scaled) - 1.0;
}

// C's results where the logarithm is no plain number.
static inline double
log_special(double x, double y) {
  y = x == 0.0 ? -INF : y;
  y = x < 0.0 ? QUIET_NAN : y;
  y = x == INF ? INF : y;
  return x != x ? x : y;
}

// s (f^2/2 + R(s^2)) with s = f/(2+f), so that log(1+f) is f - square + that;
// "square" is f^2/2 (after Tang 1990).
static inline double
log_kernel(double f, double square) {
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
  return s * (square + series);
}

// log x + more for positive x, "more" small beside log x unless x is 1.
static inline double
log_plus(double x, double more) {
  double f, k;
  split(x, &f, &k);
  double square = 0.5 * f * f;
  double big = k * LN2_HI;
  double hi = big + f;
  double lo = (big - hi) + f;
  double low = (log_kernel(f, square) - square) + (k * LN2_LO + more);
  return hi + (lo + low);
}

// log(1 + x + x_lo) for 1 + x > 0.
static inline double
log1p_parts(double x, double x_lo) {
  double u = 1.0 + x;
  return log_plus(u, (sum_error(1.0, x, u) + x_lo) / u);
}

static inline double
loft_log_f64(double x) {
  return log_special(x, log_plus(x, 0.0));
}

static inline double
loft_log1p_f64(double x) {
  double y = log_special(1.0 + x, log1p_parts(x, 0.0));
  return x == 0.0 ? x : y;
}

// k * (unit + unit_lo) + log(x) * (c + c_lo) for x = 2^k m: logarithms to other
// bases. k * unit must be exact, and c of 26 bits.
static inline double
log_to_base(double x, double unit, double unit_lo, double c, double c_lo) {
  double f, k;
  split(x, &f, &k);
  double square = 0.5 * f * f;
  double hi = upper_half(f - square);
  double lo = ((f - hi) - square) + log_kernel(f, square);
  double big = k * unit, part = hi * c;
  double sum = big + part;
  double lost = part - (sum - big);
  return sum + (lost + (((hi + lo) * c_lo + lo * c) + k * unit_lo));
}

static inline double
loft_log2_f64(double x) {
  double c = upper_half(LOG2E), c_lo = (LOG2E - c) + LOG2E_TAIL;
  return log_special(x, log_to_base(x, 1.0, 0.0, c, c_lo));
}

// log10(e) and log10(2), the latter with 11 zero bits
#define LOG10E 0x1.bcb7b1526e50ep-2
#define LOG10E_TAIL 0x1.95355baaafad3p-57
#define LOG10_2_HI 0x1.34413509f7800p-2
#define LOG10_2_LO 0x1.fef311f12b358p-46

static inline double
loft_log10_f64(double x) {
  double c = upper_half(LOG10E), c_lo = (LOG10E - c) + LOG10E_TAIL;
  double y = log_to_base(x, LOG10_2_HI, LOG10_2_LO, c, c_lo);
  return log_special(x, y);
}

// log(1 + f) for f between sqrt(1/2) - 1 and sqrt(2) - 1 in less than full
// precision: error about 2^-44 of it. (Minimax; the series itself up to s.)
static inline double
log1p_short(double f) {
  double s = f / (2.0 + f);
  double z = s * s;
  return s * (2.0 + z * (0x1.555555561e454p-1 +
                         z * (0x1.999996a945984p-2 +
                              z * (0x1.249411efcc114p-2 +
                                   z * (0x1.c62b143c7008dp-3 +
                                        z * 0x1.911593281fffdp-3)))));
}

// ln x for positive normal x.
static inline double
log_short(double x) {
  return exponent(x) * LN2 + log1p_short(mantissa(x) - 1.0);
}

// C's results where the logarithm is no plain number.
static inline float
log_special_f32(float x, float y) {
  y = x == 0.0f ? -INFINITY : y;
  y = x < 0.0f ? NAN : y;
  return x < INFINITY ? y : x;
}

static inline float
loft_log_f32(float x) {
  return log_special_f32(x, (float)log_short(x));
}

static inline float
loft_log2_f32(float x) {
  double d = x;
  double y = exponent(d) + log1p_short(mantissa(d) - 1.0) * LOG2E;
  return log_special_f32(x, (float)y);
}

static inline float
loft_log10_f32(float x) {
  return log_special_f32(x, (float)(log_short(x) * LOG10E));
}

// log(1 + x) for x > -1 in less than full precision.
static inline double
log1p_medium(double x) {
  double near = x > -0.25 && x < 0.375 ? x : 0.0;
  return near == x ? log1p_short(near) : log_short(1.0 + x);
}

static inline float
loft_log1p_f32(float x) {
  float y = log_special_f32(1.0f + x, (float)log1p_medium(x));
  return x == 0.0f ? x : y;
}
