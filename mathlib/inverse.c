// mathlib/inverse.c: inverse trigonometric functions.

#define PI_HI 0x1.921fb54442d18p+1
#define PI_LO 0x1.1a62633145c07p-53

// base + base_lo + r + r_lo, where base is 0 or not below |r|.
static inline double
add_to(double base, double base_lo, double r, double r_lo) {
  double s = base + r;
  return s + ((r - (s - base)) + (base_lo + r_lo));
}

// -- asin, acos -----------------------------------------------------------

// (asin(t) - t) / t for z = t^2 <= 1/4.
static inline double
asin_series(double z) {
  double p = 0x1.da67301f28b34p-6;
  p = -0x1.f07d84df139b7p-7 + z * p;
  p = 0x1.205df5d58257p-6 + z * p;
  p = 0x1.60a47d90a4778p-8 + z * p;
  p = 0x1.52df0d2510d0ap-7 + z * p;
  p = 0x1.780cd7fa32f64p-7 + z * p;
  p = 0x1.c9d1cecf332c6p-7 + z * p;
  p = 0x1.1c4d1bf9d28bap-6 + z * p;
  p = 0x1.6e8bb2fe2329ap-6 + z * p;
  p = 0x1.f1c71c14da09cp-6 + z * p;
  p = 0x1.6db6db6e4397cp-5 + z * p;
  p = 0x1.3333333332dcdp-4 + z * p;
  p = 0x1.5555555555556p-3 + z * p;
  return z * p;
}

// The same with an error of about 1e-12.
static inline double
asin_series_short(double z) {
  double p = 0x1.e1e8e7cc5c786p-6;
  p = 0x1.5e8cddbcadd86p-8 + z * p;
  p = 0x1.3cd762067d322p-6 + z * p;
  p = 0x1.6a87555f3a9e3p-6 + z * p;
  p = 0x1.f20ae7017761cp-6 + z * p;
  p = 0x1.6db5c53dbf352p-5 + z * p;
  p = 0x1.333334e362701p-4 + z * p;
  p = 0x1.55555554e7a5p-3 + z * p;
  return z * p;
}

// For a above 1/2, asin(a) = pi/2 - 2 asin(t) with t = sqrt((1-a)/2); for the
// others t = a. Gives t^2, t and its error; NaN for a above 1.
static inline void
asin_reduce(double a, double *z, double *t, double *t_lo) {
  int big = a > 0.5;
  double half = (1.0 - a) * 0.5;
  double root = sqrt(half);
  double lost = (half - root * root) - product_error(root, root, root * root);
  *z = big ? half : a * a;
  *t = big ? root : a;
  *t_lo = big && half != 0.0 ? lost / (2.0 * root) : 0.0;
}

static inline double
loft_asin_f64(double x) {
  double a = fabs(x), z, t, t_lo;
  asin_reduce(a, &z, &t, &t_lo);
  double low = t_lo + t * asin_series(z);
  double big = add_to(PIO2, PIO2_TAIL, -2.0 * t, -2.0 * low);
  return with_sign(a > 0.5 ? big : t + low, x);
}

static inline double
loft_acos_f64(double x) {
  double a = fabs(x), z, t, t_lo;
  asin_reduce(a, &z, &t, &t_lo);
  double low = t_lo + t * asin_series(z);
  int small = !(a > 0.5), minus = x < 0.0;
  double base = small ? PIO2 : minus ? PI_HI : 0.0;
  double base_lo = small ? PIO2_TAIL : minus ? PI_LO : 0.0;
  double factor = small ? 1.0 : 2.0;
  factor = minus == small ? factor : -factor;
  return add_to(base, base_lo, factor * t, factor * low);
}

static inline float
loft_asin_f32(float x) {
  double d = x, a = fabs(d);
  int big = a > 0.5;
  double half = (1.0 - a) * 0.5;
  double z = big ? half : a * a, t = big ? sqrt(half) : a;
  double y = t + t * asin_series_short(z);
  return (float)with_sign(big ? PIO2 - 2.0 * y : y, d);
}

static inline float
loft_acos_f32(float x) {
  double d = x, a = fabs(d);
  int big = a > 0.5;
  double half = (1.0 - a) * 0.5;
  double z = big ? half : a * a, t = big ? sqrt(half) : d;
  double y = t + t * asin_series_short(z);
  double far = d < 0.0 ? PI_HI - 2.0 * y : 2.0 * y;
  return (float)(big ? far : PIO2 - y);
}

// -- atan, atan2 ----------------------------------------------------------

// (atan(t) - t) / t for z = t^2 <= 1/20.
static inline double
atan_series(double z) {
  double p = -0x1.52b96cdce808fp-5;
  p = 0x1.d7cd3c31b27eep-5 + z * p;
  p = -0x1.10c24e29aad3cp-4 + z * p;
  p = 0x1.3b10ce74eb531p-4 + z * p;
  p = -0x1.745d06cecdf5dp-4 + z * p;
  p = 0x1.c71c718f9ed09p-4 + z * p;
  p = -0x1.249249245f54p-3 + z * p;
  p = 0x1.99999999996ecp-3 + z * p;
  p = -0x1.5555555555555p-2 + z * p;
  return z * p;
}

// The same with an error of about 1e-12.
static inline double
atan_series_short(double z) {
  double p = -0x1.4f9e585238162p-4;
  p = 0x1.c58a4ed2b31d1p-4 + z * p;
  p = -0x1.248ebc22e1f2cp-3 + z * p;
  p = 0x1.999993f403411p-3 + z * p;
  p = -0x1.555555549ce44p-2 + z * p;
  return z * p;
}

// The centre c of the interval of n/d that atan_parts reduces to: 0, 1/2 or 1;
// atan(c) in two parts.
static inline double
atan_centre(double n, double d, double *hi, double *lo) {
  int low = n < 0.25 * d, middle = n < 0.75 * d;
  *hi = low ? 0.0 : middle ? 0x1.dac670561bb4fp-2 : 0x1.921fb54442d18p-1;
  *lo = low ? 0.0 : middle ? 0x1.a2b7f222f65e2p-56 : 0x1.1a62633145c07p-55;
  return low ? 0.0 : middle ? 0.5 : 1.0;
}

// atan(n/d) = hi + lo for 0 <= n <= d, d neither tiny nor huge:
// atan(c) + atan((n - c d) / (d + c n)).
static inline void
atan_parts(double n, double d, double *hi, double *lo) {
  double base, base_lo, t, t_lo;
  double c = atan_centre(n, d, &base, &base_lo);
  double num = n - c * d, more = c * n, den = d + more;
  divide(num, 0.0, den, sum_error(d, more, den), &t, &t_lo);
  // products of tiny numbers have no exact errors
  t_lo = num < 0x1p-960 && num > -0x1p-960 ? 0.0 : t_lo;
  double s = base + t;
  double tail = (t - (s - base)) + (base_lo + (t_lo + t * atan_series(t * t)));
  *hi = s + tail;
  *lo = (s - *hi) + tail;
}

// The angle of a point from its smaller and larger coordinate's angle: "swap"
// when |y| is the larger, "minus" when x is negative.
static inline double
atan_turn(double hi, double lo, int swap, int minus) {
  double base = swap ? PIO2 : minus ? PI_HI : 0.0;
  double base_lo = swap ? PIO2_TAIL : minus ? PI_LO : 0.0;
  double sign = swap == minus ? 1.0 : -1.0;
  return add_to(base, base_lo, sign * hi, sign * lo);
}

static inline double
loft_atan_f64(double x) {
  double a = fabs(x), hi, lo;
  int swap = a > 1.0;
  a = a > 0x1p70 ? 0x1p70 : a;
  atan_parts(swap ? 1.0 : a, swap ? a : 1.0, &hi, &lo);
  return with_sign(atan_turn(hi, lo, swap, 0), x);
}

// |x| and |y| sorted, with a quotient atan_parts can take.
static inline void
atan_sort(double y, double x, double *n, double *d) {
  double ax = fabs(x), ay = fabs(y);
  double small = ay > ax ? ax : ay, large = ay > ax ? ay : ax;
  small = large == INF ? (small == INF ? 1.0 : 0.0) : small;
  large = large == INF || large == 0.0 ? 1.0 : large;
  double factor = large > 0x1p1000 ? 0x1p-60 : large < 0x1p-900 ? 0x1p200 : 1.0;
  *n = small * factor;
  *d = large * factor;
}

static inline double
loft_atan2_f64(double y, double x) {
  double n, d, hi, lo;
  atan_sort(y, x, &n, &d);
  atan_parts(n, d, &hi, &lo);
  int swap = fabs(y) > fabs(x);
  double r = with_sign(atan_turn(hi, lo, swap, (int)(bits_of(x) >> 63)), y);
  return x != x || y != y ? x + y : r;
}

// atan(n/d) for 0 <= n <= d in less than full precision.
static inline double
atan_short(double n, double d) {
  double base, base_lo;
  double c = atan_centre(n, d, &base, &base_lo);
  double t = (n - c * d) / (d + c * n);
  return base + (t + t * atan_series_short(t * t));
}

static inline float
loft_atan_f32(float x) {
  double d = x, a = fabs(d);
  int swap = a > 1.0;
  a = a > 0x1p70 ? 0x1p70 : a;
  double y = atan_short(swap ? 1.0 : a, swap ? a : 1.0);
  return (float)with_sign(swap ? PIO2 - y : y, d);
}

static inline float
loft_atan2_f32(float y, float x) {
  double dy = y, dx = x, n, d;
  atan_sort(dy, dx, &n, &d);
  double r = atan_short(n, d);
  r = fabs(dy) > fabs(dx) ? PIO2 - r : r;
  r = bits_of(dx) >> 63 ? PI_HI - r : r;
  return (float)(dx != dx || dy != dy ? dx + dy : with_sign(r, dy));
}
