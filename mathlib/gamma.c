// mathlib/gamma.c: the gamma function and its logarithm.
//
// From 8 on by Stirling's series; smaller arguments are raised by the
// recurrence gamma(x + 1) = x gamma(x), negative ones reflected. Everything in
// two parts: the logarithm of a number of size 10^300 must be known to 2^-62.

#define LOG_SQRT_2PI 0x1.d67f1c864beb5p-1
#define LOG_SQRT_2PI_LO -0x1.65b5a1b7ff5dfp-55

// Stirling's series for z = 1/x^2, x >= 8: to be divided by x.
static inline double
stirling_series(double z) {
  double p = -0x1.6f61c43a9ae07p-1;
  p = 0x1.48d057c68360fp-3 + z * p;
  p = -0x1.ded79e664bdc2p-6 + z * p;
  p = 0x1.a3e072c86b601p-8 + z * p;
  p = -0x1.f6a981e95108ep-10 + z * p;
  p = 0x1.b951df711aa6cp-11 + z * p;
  p = -0x1.3813813619629p-11 + z * p;
  p = 0x1.a01a01a01964bp-11 + z * p;
  p = -0x1.6c16c16c16c16p-9 + z * p;
  p = 0x1.5555555555555p-4 + z * p;
  return p;
}

// The same with an error of about 1e-12.
static inline double
stirling_series_short(double z) {
  double p = -0x1.2aebd65125440p-11;
  p = 0x1.9ff998fa27227p-11 + z * p;
  p = -0x1.6c16bafa5f149p-9 + z * p;
  p = 0x1.555555554ee56p-4 + z * p;
  return p;
}

// log gamma(x + x_lo) = hi + lo for 8 <= x <= 2^60.
static inline void
log_stirling(double x, double x_lo, double *hi, double *lo) {
  double log_hi, log_lo;
  log_parts(x, &log_hi, &log_lo);
  double h = x - 0.5, h_lo = (x - h) - 0.5;
  double e = h * log_hi;
  double e_lo = product_error(h, log_hi, e) + (h * log_lo + h_lo * log_hi);
  double s = e - x, s_lo = (e - s) - x;
  double sum = s + LOG_SQRT_2PI;
  double lost = LOG_SQRT_2PI - (sum - s);
  double y = 1.0 / x;
  double more = y * stirling_series(y * y) + x_lo * (log_hi - 0.5 * y);
  double tail = s_lo + (lost + (e_lo + (LOG_SQRT_2PI_LO + more)));
  *hi = sum + tail;
  *lo = (sum - *hi) + tail;
}

// The least x + x_lo = a + n >= 8 (a where that is 8 already), and
// p + p_lo = a (a + 1) ... (a + n - 1).
static inline void
raise(double a, double *x, double *x_lo, double *p, double *p_lo) {
  *x = a, *x_lo = 0.0, *p = 1.0, *p_lo = 0.0;
  for (int i = 0; i < 8; i++) {
    int low = *x < 8.0;
    double q = *p * *x;
    double q_lo = product_error(*p, *x, q) + (*p * *x_lo + *p_lo * *x);
    double next = a + (double)(i + 1);
    *p = low ? q : *p;
    *p_lo = low ? q_lo : *p_lo;
    *x_lo = low ? sum_error(a, (double)(i + 1), next) : *x_lo;
    *x = low ? next : *x;
  }
}

// |a sin(pi a)| = hi + lo for a > 0; 0 for an integer a.
static inline void
sine_product(double a, double *hi, double *lo) {
  double r = fabs(a - rint(a));
  double c = r > 0.25 ? 0.5 - r : r;
  double angle = c * PI_HI, s, s_lo, t, t_lo;
  double tail = product_error(c, PI_HI, angle) + c * PI_LO;
  sin_parts(angle, tail, &s, &s_lo);
  cos_parts(angle, tail, &t, &t_lo);
  // left out by cos_parts: the rounding of the angle's square
  t_lo -= 0.5 * product_error(angle, angle, angle * angle);
  double y = r > 0.25 ? t : s, y_lo = r > 0.25 ? t_lo : s_lo;
  double sum = y + y_lo;
  y_lo = (y - sum) + y_lo;
  *hi = a * sum;
  *lo = product_error(a, sum, *hi) + a * y_lo;
}

// Whether gamma(-a) is negative, for a > 0 no integer.
static inline int
is_gamma_negative(double a) {
  double half = 0.5 * floor(a);
  return half == floor(half);
}

// -- tgamma ---------------------------------------------------------------

// gamma(a) = (g + g_lo) * 2^n for 2^-60 <= a <= 190.
static inline void
gamma_parts(double a, double *g, double *g_lo, int *n) {
  double x, x_lo, p, p_lo, l, l_lo, r, rest, hi, lo;
  raise(a, &x, &x_lo, &p, &p_lo);
  log_stirling(x, x_lo, &l, &l_lo);
  exp_reduce(l, l_lo, &r, &rest, n);
  exp_kernel(r, rest, &hi, &lo);
  double e = hi + lo;
  divide(e, (hi - e) + lo, p, p_lo, g, g_lo);
}

// C's results of gamma where the formulas do not hold.
static inline double
gamma_special(double x, double y) {
  double a = fabs(x);
  y = a < 0x1p-60 ? 1.0 / x : y;
  y = x < 0.0 && a >= 0x1p-60 && floor(a) == a ? QUIET_NAN : y;
  y = x == INF ? INF : y;
  return x != x ? x : y;
}

static inline double
loft_tgamma_f64(double x) {
  double a = fabs(x), g, g_lo, s, s_lo, q, q_lo;
  int n;
  gamma_parts(clamp(a, 0x1p-60, 190.0), &g, &g_lo, &n);
  // gamma(-a) = -pi / (a sin(pi a) gamma(a))
  sine_product(clamp(a, 0x1p-60, 0x1p52), &s, &s_lo);
  double d = s * g;
  double d_lo = product_error(s, g, d) + (s * g_lo + s_lo * g);
  divide(PI_HI, PI_LO, d, d_lo, &q, &q_lo);
  double below = scale(q + q_lo, -n);
  below = is_gamma_negative(a) ? -below : below;
  return gamma_special(x, x < 0.0 ? below : scale(g + g_lo, n));
}

// gamma(a) for 2^-60 <= a <= 50 in less than full precision.
static inline double
gamma_short(double a) {
  double x = a, p = 1.0;
  for (int i = 0; i < 8; i++) {
    p = x < 8.0 ? p * x : p;
    x = x < 8.0 ? x + 1.0 : x;
  }
  double y = 1.0 / x;
  double l = (x - 0.5) * log_short(x) - x + LOG_SQRT_2PI;
  return exp_short(l + y * stirling_series_short(y * y)) / p;
}

static inline float
loft_tgamma_f32(float x) {
  double d = x, a = fabs(d), s, s_lo;
  double g = gamma_short(clamp(a, 0x1p-60, 50.0));
  sine_product(clamp(a, 0x1p-60, 0x1p52), &s, &s_lo);
  double below = PI_HI / (s * g);
  below = is_gamma_negative(a) ? -below : below;
  return (float)gamma_special(d, d < 0.0 ? below : g);
}

// -- lgamma ---------------------------------------------------------------

// log gamma(x) for 3/4 <= x <= 9/4, as t P(t) around its zeros 1 and 2.
static inline double
lgamma_near(double x) {
  int one = x < 1.5;
  double t = x - (one ? 1.0 : 2.0);
  double p = one ? 0x1.11e874e4f59a9p-4 : 0x1.b80e1107d79aap-25;
  p = (one ? -0x1.1fed7d75d3a3ep-4 : -0x1.cf20327f76331p-24) + t * p;
  p = (one ? 0x1.b3bc98d8742cfp-5 : 0x1.c666648cce7eap-23) + t * p;
  p = (one ? -0x1.cd9b02c0d6b30p-5 : -0x1.e14e4fcdd5fd9p-22) + t * p;
  p = (one ? 0x1.00bc3fa8df407p-4 : 0x1.006738eff4600p-20) + t * p;
  p = (one ? -0x1.11d72c1a90627p-4 : -0x1.11b573d79201dp-19) + t * p;
  p = (one ? 0x1.248e6c7b09ba8p-4 : 0x1.25979cb809cc0p-18) + t * p;
  p = (one ? -0x1.3b14bf7d9155cp-4 : -0x1.3cbc8f01ed215p-17) + t * p;
  p = (one ? 0x1.556b12446863fp-4 : 0x1.580dcef29c92dp-16) + t * p;
  p = (one ? -0x1.748c71ee13f0ap-4 : -0x1.78de5be489ceep-15) + t * p;
  p = (one ? 0x1.9a01e282b40a1p-4 : 0x1.a127b0f170539p-14) + t * p;
  p = (one ? -0x1.c8066f5e2cda3p-4 : -0x1.d3fd4c76c54bdp-13) + t * p;
  p = (one ? 0x1.010b36b0c68b9p-3 : 0x1.0b36af8639729p-11) + t * p;
  p = (one ? -0x1.2703a1de396c3p-3 : -0x1.38ac5c2bf8e4bp-10) + t * p;
  p = (one ? 0x1.5b40cb100a9eep-3 : 0x1.7add6eadb6c30p-9) + t * p;
  p = (one ? -0x1.a8b9c17aa4707p-3 : -0x1.e404fc218f5f1p-8) + t * p;
  p = (one ? 0x1.151322ac7d84ep-2 : 0x1.51322ac7d8483p-6) + t * p;
  p = (one ? -0x1.9a4d55beab2ddp-2 : -0x1.13e001a557607p-4) + t * p;
  p = (one ? 0x1.a51a6625307d3p-1 : 0x1.4a34cc4a60fa6p-2) + t * p;
  double c = one ? -0x1.2788cfc6fb619p-1 : 0x1.b0ee6072093cep-2;
  double c_lo = one ? 0x1.74e292bd18953p-58 : 0x1.6cb90736620a5p-58;
  double y = c * t;
  return y + (product_error(c, t, y) + (c_lo * t + t * t * p));
}

// log gamma(a) for 2^-60 <= a <= 2^60; for "reflected" that of -a.
static inline double
lgamma_middle(double a, int reflected) {
  double x, x_lo, p, p_lo, l, l_lo, s, s_lo, v, v_lo, w, w_lo;
  raise(a, &x, &x_lo, &p, &p_lo);
  log_stirling(x, x_lo, &l, &l_lo);
  sine_product(a, &s, &s_lo);
  divide(PI_HI, PI_LO, s, s_lo, &v, &v_lo);
  double q = p * v;
  double q_lo = product_error(p, v, q) + (p * v_lo + p_lo * v);
  double m = reflected ? q : p, m_lo = reflected ? q_lo : p_lo;
  log_parts(m, &w, &w_lo);
  double sum = l - w;
  double y = sum + (sum_error(l, -w, sum) + ((l_lo - w_lo) - m_lo / m));
  return reflected ? -y : y;
}

// log gamma(x) for x > 2^60: x (log x - 1), and the part below its last place.
static inline double
lgamma_large(double x) {
  double hi, lo;
  log_parts(x, &hi, &lo);
  double m = hi - 1.0;
  return x * m + x * (((hi - m) - 1.0) + lo);
}

static inline double
loft_lgamma_f64(double x) {
  double a = fabs(x);
  int reflected = x < 0.0;
  double y;
  if (a < 0x1p-60)
    y = -loft_log_f64(a);
  else if (reflected && (a >= 0x1p52 || floor(a) == a))
    y = INF;
  else if (a > 0x1p60)
    y = a == INF ? INF : lgamma_large(a);
  else if (x >= 0.75 && x <= 2.25 && fabs(x - 1.5) >= 0.25)
    y = lgamma_near(x);
  else
    y = lgamma_middle(a, reflected);
  return x != x ? x : y;
}

static inline float
loft_lgamma_f32(float x) {
  return (float)loft_lgamma_f64(x);
}

// The sign of gamma(x), as lgamma_r gives it: 1 where there is none.
static inline double
loft_lgamma_sign_f64(double x) {
  double a = fabs(x);
  int minus = x < 0.0 ? floor(a) != a && is_gamma_negative(a)
                      : x == 0.0 && bits_of(x) >> 63;
  return minus ? -1.0 : 1.0;
}

static inline float
loft_lgamma_sign_f32(float x) {
  return (float)loft_lgamma_sign_f64(x);
}
