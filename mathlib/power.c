// mathlib/power.c: powers and roots.

// -- pow -------------------------------------------------------------------

// C's results of pow where the general formula does not hold; "y0" is the
// general result for |x|. "integer": y is one; "odd": an odd one.
static inline double
pow_special(double x, double y, double y0, int integer, int odd) {
  double ax = fabs(x);
  double r = y0;
  r = ax == 0.0 ? (y < 0.0 ? INF : 0.0) : r;
  r = ax == INF ? (y < 0.0 ? 0.0 : INF) : r;
  int y_infinite = y == INF || y == -INF;
  r = y_infinite ? ((ax > 1.0) == (y > 0.0) ? INF : 0.0) : r;
  r = y_infinite && ax == 1.0 ? 1.0 : r;
  int negative = (int)(bits_of(x) >> 63);
  r = negative && odd ? -r : r;
  r = x < 0.0 && x != -INF && !integer ? QUIET_NAN : r;
  r = x != x || y != y ? x + y : r;
  return x == 1.0 || y == 0.0 ? 1.0 : r;
}

// Whether y is an integer, and an odd one.
static inline void
integer_kind(double y, int *integer, int *odd) {
  double ay = fabs(y);
  double whole = ay < 0x1p52 ? (ay + 0x1p52) - 0x1p52 : ay;
  double half = 0.5 * ay;
  double half_whole = half < 0x1p52 ? (half + 0x1p52) - 0x1p52 : half;
  *integer = whole == ay;
  *odd = *integer && half_whole != half;
}

// log x = hi + lo for positive x, with an error of about 2^-65 of the larger
// of log x and x - 1.
static inline void
log_parts(double x, double *out_hi, double *out_lo) {
  double f, k;
  split(x, &f, &k);
  double m = f + 1.0;
  // s = (m-1)/(m+1) in two parts
  double g = m + 1.0;
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
  *out_hi = hi + lo;
  *out_lo = (hi - *out_hi) + lo;
}

static inline double
loft_pow_f64(double x, double y) {
  double ax = fabs(x), log_hi, log_lo;
  log_parts(ax, &log_hi, &log_lo);
  // an exponent out of reach must not spoil the error term
  double yc = clamp(y, -0x1p65, 0x1p65);
  double e = yc * log_hi;
  double e_lo = product_error(yc, log_hi, e) + yc * log_lo;
  e_lo = e > 800.0 || e < -800.0 ? 0.0 : e_lo;
  double power = exp_with_tail(e, e_lo);
  int integer, odd;
  integer_kind(y, &integer, &odd);
  return pow_special(x, y, power, integer, odd);
}

static inline float
loft_pow_f32(float x, float y) {
  double dx = x, dy = y;
  double ax = fabs(dx);
  double e = clamp(dy * log_short(ax), -200.0, 200.0);
  int integer, odd;
  integer_kind(dy, &integer, &odd);
  return (float)pow_special(dx, dy, exp_short(e), integer, odd);
}

// -- Roots -------------------------------------------------------------------

// |x| = m * 2^(3q) with 1 <= m < 8, x not zero: gives m.
static inline double
cube_scaled(double x, int *q) {
  int small = x < 0x1p-1022;
  uint64_t u = bits_of(small ? x * 0x1p54 : x);
  int e = (int)(u >> 52) - (small ? 54 : 0) - 1023;
  *q = (e + 1200) / 3 - 400;
  return from_bits((u & 0xfffffffffffffu) |
                   (uint64_t)(uint32_t)(e - 3 * *q + 1023) << 52);
}

// The cube root of m, 1 <= m < 8, with an error of about 1e-14: a polynomial,
// then a step of Halley's.
static inline double
cube_root_near(double m) {
  double t = -0x1.053f3fac76d1ep-20;
  t = 0x1.3f1a3a14fd7bdp-15 + m * t;
  t = -0x1.4dbd433447c2dp-11 + m * t;
  t = 0x1.87ce251f48e5p-8 + m * t;
  t = -0x1.1d2299b9910a5p-5 + m * t;
  t = 0x1.0dfbfcb2cd8b4p-3 + m * t;
  t = -0x1.5bf91e1c36eb3p-2 + m * t;
  t = 0x1.7525a823978d8p-1 + m * t;
  t = 0x1.046efbf5c5147p-1 + m * t;
  double cube = t * t * t;
  return t * (cube + 2.0 * m) / (2.0 * cube + m);
}

static inline double
loft_cbrt_f64(double x) {
  double ax = fabs(x);
  int q;
  double m = cube_scaled(ax, &q);
  double t = upper_half(cube_root_near(m));
  // one more step, from the exact residual m - t^3 (t^2 is exact)
  double square = t * t, cube = square * t;
  double residual = (m - cube) - product_error(square, t, cube);
  double y = t + t * residual / (2.0 * cube + m);
  y = with_sign(y * power_of_two(q), x);
  return x == 0.0 || ax == INF || x != x ? x + x : y;
}

static inline float
loft_cbrt_f32(float x) {
  double d = x, ax = fabs(d);
  int q;
  double m = cube_scaled(ax, &q);
  float y = (float)with_sign(cube_root_near(m) * power_of_two(q), d);
  return x == 0.0f || ax == INF || x != x ? x + x : y;
}

// The square root from the rounded sum of squares, corrected by what rounding
// lost (Borges 2019).
static inline double
loft_hypot_f64(double x, double y) {
  double ax = fabs(x), ay = fabs(y);
  double a = ax < ay ? ay : ax, b = ax < ay ? ax : ay;
  double up = a > 0x1p500 ? 0x1p-600 : a < 0x1p-400 ? 0x1p600 : 1.0;
  double down = a > 0x1p500 ? 0x1p600 : a < 0x1p-400 ? 0x1p-600 : 1.0;
  a *= up, b *= up;
  double aa = a * a, bb = b * b;
  double sum = aa + bb;
  double h = sqrt(sum);
  double hh = h * h;
  double lost = product_error(a, a, aa) + product_error(b, b, bb) -
                product_error(h, h, hh);
  double residual = ((aa - hh) + bb) + lost;
  double r = sum == 0.0 ? 0.0 : (h + 0.5 * residual / h) * down;
  r = x != x || y != y ? x + y : r;
  return ax == INF || ay == INF ? INF : r;
}

static inline float
loft_hypot_f32(float x, float y) {
  double dx = x, dy = y;
  double ax = fabs(dx), ay = fabs(dy);
  float r = (float)sqrt(dx * dx + dy * dy);
  return ax == INF || ay == INF ? (float)INF : r;
}
