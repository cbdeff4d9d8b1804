// mathlib/hyperbolic.c: hyperbolic functions and their inverses.

// -- sinh, cosh, tanh -----------------------------------------------------

// With y = e^|x| - 1, sinh |x| = (y + y / (y + 1)) / 2: nothing cancels.
static inline double
loft_sinh_f64(double x) {
  double a = fabs(x), y, y_lo, q, q_lo;
  expm1_parts(clamp(a, 0.0, 39.0), &y, &y_lo);
  double d = y + 1.0;
  divide(y, y_lo, d, sum_error(y, 1.0, d) + y_lo, &q, &q_lo);
  double sum = y + q;
  double r = 0.5 * (sum + (sum_error(y, q, sum) + (y_lo + q_lo)));
  r = a > 39.0 ? exp_times(a, 0.0, -1) : r;
  r = a < 0x1p-30 ? a : r;
  return with_sign(x != x ? x : r, x);
}

static inline double
loft_cosh_f64(double x) {
  double a = fabs(x), r, rest, hi, lo;
  int n;
  exp_reduce(clamp(a, 0.0, 39.0), 0.0, &r, &rest, &n);
  exp_kernel(r, rest, &hi, &lo);
  hi *= power_of_two(n), lo *= power_of_two(n);
  double y = 0.5 * (hi + (lo + 1.0 / (hi + lo)));
  return a > 39.0 ? exp_times(a, 0.0, -1) : y;
}

// With y = e^(2|x|) - 1, tanh |x| = y / (y + 2).
static inline double
loft_tanh_f64(double x) {
  double a = fabs(x), y, y_lo, q, q_lo;
  expm1_parts(clamp(2.0 * a, 0.0, 39.0), &y, &y_lo);
  double d = y + 2.0;
  divide(y, y_lo, d, sum_error(y, 2.0, d) + y_lo, &q, &q_lo);
  double r = a < 0x1p-30 ? a : q + q_lo;
  return with_sign(x != x ? x : r, x);
}

// sinh x, as for |x| = 200 beyond that, in less than full precision.
static inline double
sinh_short(double x) {
  double y = expm1_medium(clamp(fabs(x), 0.0, 200.0));
  return with_sign(0.5 * (y + y / (y + 1.0)), x);
}

// cosh x, as for |x| = 200 beyond that, in less than full precision.
static inline double
cosh_short(double x) {
  double e = exp_short(clamp(x, -200.0, 200.0));
  return 0.5 * (e + 1.0 / e);
}

static inline float
loft_sinh_f32(float x) {
  return (float)sinh_short((double)x);
}

static inline float
loft_cosh_f32(float x) {
  return (float)cosh_short((double)x);
}

static inline float
loft_tanh_f32(float x) {
  double d = x;
  double y = expm1_medium(clamp(d < 0.0 ? -2.0 * d : 2.0 * d, 0.0, 200.0));
  return (float)with_sign(y / (y + 2.0), d);
}

// -- asinh, acosh, atanh --------------------------------------------------

// |x| + sqrt(x^2 + 1) = 1 + (a + a^2 / (1 + sqrt(1 + a^2))), a = |x|.
static inline double
loft_asinh_f64(double x) {
  double a = fabs(x);
  double c = a > 0x1p28 ? 1.0 : a;
  double more = c * c / (1.0 + sqrt(1.0 + c * c));
  double s = c + more;
  double y = log1p_parts(s, sum_error(c, more, s));
  y = a > 0x1p28 ? log_special(a, log_plus(a, LN2)) : y;
  return with_sign(a < 0x1p-28 ? a : y, x);
}

// x + sqrt(x^2 - 1) = 1 + (t + sqrt(2 t + t^2)), t = x - 1.
static inline double
loft_acosh_f64(double x) {
  double t = x > 0x1p28 ? 1.0 : x - 1.0;
  double square = t * t, v = 2.0 * t + square;
  double v_lo = sum_error(2.0 * t, square, v) + product_error(t, t, square);
  double root = sqrt(v);
  double lost = (v - root * root) - product_error(root, root, root * root);
  double root_lo = t == 0.0 ? 0.0 : 0.5 * (lost + v_lo) / root;
  double s = t + root;
  double y = log1p_parts(s, sum_error(t, root, s) + root_lo);
  y = x > 0x1p28 ? log_special(x, log_plus(x, LN2)) : y;
  return x < 1.0 ? QUIET_NAN : y;
}

// atanh(a) = log((1 + a) / (1 - a)) / 2, the quotient being 1 + 2 a / (1 - a).
static inline double
loft_atanh_f64(double x) {
  double a = fabs(x), q, q_lo;
  double c = a < 1.0 ? a : 0.5;
  double d = 1.0 - c;
  divide(2.0 * c, 0.0, d, sum_error(1.0, -c, d), &q, &q_lo);
  double y = 0.5 * log1p_parts(q, q_lo);
  y = a == 1.0 ? INF : y;
  y = a > 1.0 || a != a ? QUIET_NAN : y;
  return with_sign(a < 0x1p-28 ? a : y, x);
}

static inline float
loft_asinh_f32(float x) {
  double d = x, a = fabs(d);
  double y = log1p_medium(a + a * a / (1.0 + sqrt(1.0 + a * a)));
  y = a == INF ? INF : y;
  return x != x ? x : (float)with_sign(y, d);
}

static inline float
loft_acosh_f32(float x) {
  double d = x, t = d - 1.0;
  double y = log1p_medium(t + sqrt(t * (t + 2.0)));
  y = d == INF ? INF : y;
  return (float)(d < 1.0 || d != d ? QUIET_NAN : y);
}

static inline float
loft_atanh_f32(float x) {
  double d = x, a = fabs(d);
  double c = a < 1.0 ? a : 0.5;
  double y = 0.5 * log1p_medium(2.0 * c / (1.0 - c));
  y = a == 1.0 ? INF : y;
  return (float)with_sign(a > 1.0 || a != a ? QUIET_NAN : y, d);
}
