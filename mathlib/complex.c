// mathlib/complex.c: functions of <complex.h>, each part a function of its own.
//
// A function of x + iy has a real and an imaginary part; sinh, cosh, sin and
// cos of complex numbers are made of four products. Special values are those
// of annex G of C17; signs that it leaves open are the C library's.

// True where a sine of "y" is no number.
static inline int
is_wild(double y) {
  return !(fabs(y) < INF);
}

// A number with the sign of "y"; a NaN, the sign of which devices need not
// keep, counts as positive.
static inline double
sign_of(double y) {
  return y != y ? 1.0 : y;
}

// -- Special values, where "r" is the general result ----------------------

// Where x is infinite and y has no sine, the real part is infinite, or 0 where
// e^x is.
static inline double
cexp_re_special(double x, double y, double r) {
  r = is_wild(y) && x == INF ? INF : r;
  return is_wild(y) && x == -INF ? 0.0 : r;
}

static inline double
cexp_im_special(double x, double y, double r) {
  r = is_wild(y) && x == -INF ? with_sign(0.0, sign_of(y)) : r;
  return y == 0.0 ? y : r;
}

static inline double
sinh_cos_special(double x, double y, double r) {
  r = is_wild(y) && fabs(x) == INF ? INF : r;
  return is_wild(y) && x == 0.0 ? x : r;
}

static inline double
cosh_cos_special(double x, double y, double r) {
  return is_wild(y) && fabs(x) == INF ? INF : r;
}

static inline double
sinh_sin_special(double x, double y, double r) {
  r = is_wild(y) && x == 0.0 ? 0.0 : r;
  return y == 0.0 ? y * with_sign(1.0, sign_of(x)) : r;
}

static inline double
ctanh_re_special(double x, double y, double r) {
  r = fabs(x) == INF ? with_sign(1.0, x) : r;
  return x == 0.0 || (x != x && y == 0.0) ? x : r;
}

static inline double
ctanh_im_special(double x, double y, double r) {
  r = is_wild(y) && fabs(x) == INF ? with_sign(0.0, sign_of(y)) : r;
  return y == 0.0 ? y : r;
}

// The parts of a root, of which "more" is the greater.
static inline double
csqrt_re_special(double x, double y, double more, double less) {
  double r = x >= 0.0 ? more : less;
  r = x == -INF ? 0.0 : x == INF ? INF : r;
  r = x != x || y != y ? (x == INF ? INF : QUIET_NAN) : r;
  return fabs(y) == INF ? INF : r;
}

static inline double
csqrt_im_special(double x, double y, double more, double less) {
  double r = x >= 0.0 ? less : more;
  r = x == -INF ? INF : x == INF ? 0.0 : r;
  r = x != x || (y != y && x != -INF) ? QUIET_NAN : r;
  return with_sign(fabs(y) == INF ? INF : r, sign_of(y));
}

// -- Products of exponentials and waves -----------------------------------

// e^x * wave * 2^k, which may be in range where e^x is not; k is 0 or -1.
static inline double
exp_wave(double x, double wave, int k) {
  double r, rest, hi, lo;
  int n;
  exp_reduce(clamp(x, -1460.0, 1460.0), 0.0, &r, &rest, &n);
  exp_kernel(r, rest, &hi, &lo);
  int tiny = fabs(wave) < 0x1p-900;
  n += tiny ? k - 200 : k;
  int third = n / 3;
  double p = power_of_two(third);
  double w = tiny ? wave * 0x1p200 : wave;
  return (hi + lo) * p * w * p * power_of_two(n - third - third);
}

static inline double
loft_cexp_re_f64(double x, double y) {
  return cexp_re_special(x, y, exp_wave(x, loft_cos_f64(y), 0));
}

static inline double
loft_cexp_im_f64(double x, double y) {
  return cexp_im_special(x, y, exp_wave(x, loft_sin_f64(y), 0));
}

// Above this, sinh |x| and cosh x are e^|x| / 2.
#define FAR 40.0

static inline double
loft_sinh_cos_f64(double x, double y) {
  double c = loft_cos_f64(y);
  double far = with_sign(1.0, x) * exp_wave(fabs(x), c, -1);
  double r = fabs(x) > FAR ? far : loft_sinh_f64(x) * c;
  return sinh_cos_special(x, y, r);
}

static inline double
loft_cosh_sin_f64(double x, double y) {
  double s = loft_sin_f64(y);
  double far = exp_wave(fabs(x), s, -1);
  double r = fabs(x) > FAR ? far : loft_cosh_f64(x) * s;
  return y == 0.0 ? y : r;
}

static inline double
loft_cosh_cos_f64(double x, double y) {
  double c = loft_cos_f64(y);
  double far = exp_wave(fabs(x), c, -1);
  double r = fabs(x) > FAR ? far : loft_cosh_f64(x) * c;
  return cosh_cos_special(x, y, r);
}

static inline double
loft_sinh_sin_f64(double x, double y) {
  double s = loft_sin_f64(y);
  double far = with_sign(1.0, x) * exp_wave(fabs(x), s, -1);
  double r = fabs(x) > FAR ? far : loft_sinh_f64(x) * s;
  return sinh_sin_special(x, y, r);
}

// -- tanh ------------------------------------------------------------------

// tanh(x + iy) = (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y).
static inline double
loft_ctanh_re_f64(double x, double y) {
  double s = loft_sinh_f64(clamp(x, -FAR, FAR));
  double h = loft_cosh_f64(clamp(x, -FAR, FAR));
  double c = loft_cos_f64(y);
  return ctanh_re_special(x, y, s * h / (s * s + c * c));
}

static inline double
loft_ctanh_im_f64(double x, double y) {
  double s = loft_sinh_f64(clamp(x, -FAR, FAR));
  double c = loft_cos_f64(y), w = loft_sin_f64(y) * c;
  double far = exp_wave(-2.0 * fabs(x), 4.0 * w, 0);
  double r = fabs(x) > FAR ? far : w / (s * s + c * c);
  return ctanh_im_special(x, y, r);
}

// -- Logarithm and root ---------------------------------------------------

// log |z|. Near the unit circle x^2 + y^2 - 1 is taken in two parts.
static inline double
loft_clog_re_f64(double x, double y) {
  double ax = fabs(x), ay = fabs(y);
  double a = ax < ay ? ay : ax, b = ax < ay ? ax : ay;
  int big = a > 0x1p1000, small = a < 0x1p-900;
  double up = big ? 0x1p-100 : small ? 0x1p200 : 1.0;
  double k = big ? 100.0 : small ? -200.0 : 0.0;
  double h = loft_hypot_f64(a * up, b * up);
  double aa = a * a, bb = b * b;
  double less = aa - 1.0;
  double v = less + bb;
  double v_lo = sum_error(less, bb, v) + sum_error(aa, -1.0, less) +
                product_error(a, a, aa) + product_error(b, b, bb);
  double sum = v + v_lo;
  double r = 0.5 * log1p_parts(sum, (v - sum) + v_lo);
  r = h > 0.71 && h < 1.5 ? r : log_plus(h, k * LN2);
  r = a == 0.0 ? -INF : r;
  r = x != x || y != y ? x + y : r;
  return ax == INF || ay == INF ? INF : r;
}

// sqrt((|x| + |z|) / 2), of numbers scaled by a power of 4, and |y| by twice
// that: the parts of the root, the greater first.
static inline void
root_parts(double x, double y, double *out_more, double *out_less) {
  double ax = fabs(x), ay = fabs(y);
  double a = ax < ay ? ay : ax;
  double up = a > 0x1p1000 ? 0x1p-8 : a < 0x1p-900 ? 0x1p200 : 1.0;
  double down = a > 0x1p1000 ? 0x1p4 : a < 0x1p-900 ? 0x1p-100 : 1.0;
  double t = sqrt(0.5 * (ax * up + loft_hypot_f64(ax * up, ay * up)));
  *out_more = t * down;
  *out_less = a == 0.0 ? 0.0 : ay * up / (2.0 * t) * down;
}

static inline double
loft_csqrt_re_f64(double x, double y) {
  double more, less;
  root_parts(x, y, &more, &less);
  return csqrt_re_special(x, y, more, less);
}

static inline double
loft_csqrt_im_f64(double x, double y) {
  double more, less;
  root_parts(x, y, &more, &less);
  return csqrt_im_special(x, y, more, less);
}

// -- Floats: in double, where nothing overflows ---------------------------

// e^x times a wave of y, sin(y + quarters * pi/2).
static inline double
exp_wave_short(double x, double y, int quarters) {
  return exp_short(clamp(x, -200.0, 200.0)) * sin_quarters(y, quarters);
}

static inline float
loft_cexp_re_f32(float x, float y) {
  double u = x, v = y;
  return (float)cexp_re_special(u, v, exp_wave_short(u, v, 1));
}

static inline float
loft_cexp_im_f32(float x, float y) {
  double u = x, v = y;
  return (float)cexp_im_special(u, v, exp_wave_short(u, v, 0));
}

static inline float
loft_sinh_cos_f32(float x, float y) {
  double u = x, v = y;
  return (float)sinh_cos_special(u, v, sinh_short(u) * sin_quarters(v, 1));
}

static inline float
loft_cosh_sin_f32(float x, float y) {
  float r = (float)(cosh_short((double)x) * sin_quarters((double)y, 0));
  return y == 0.0f ? y : r;
}

static inline float
loft_cosh_cos_f32(float x, float y) {
  double u = x, v = y;
  return (float)cosh_cos_special(u, v, cosh_short(u) * sin_quarters(v, 1));
}

static inline float
loft_sinh_sin_f32(float x, float y) {
  double u = x, v = y;
  return (float)sinh_sin_special(u, v, sinh_short(u) * sin_quarters(v, 0));
}

static inline float
loft_ctanh_re_f32(float x, float y) {
  double u = x, v = y, s = sinh_short(u), c = sin_quarters(v, 1);
  double r = s * cosh_short(u) / (s * s + c * c);
  return (float)ctanh_re_special(u, v, r);
}

static inline float
loft_ctanh_im_f32(float x, float y) {
  double u = x, v = y, s = sinh_short(u), c = sin_quarters(v, 1);
  double r = sin_quarters(v, 0) * c / (s * s + c * c);
  return (float)ctanh_im_special(u, v, r);
}

static inline float
loft_clog_re_f32(float x, float y) {
  double ax = fabs((double)x), ay = fabs((double)y);
  double a = ax < ay ? ay : ax, b = ax < ay ? ax : ay;
  double sum = a * a + b * b;
  double near = loft_log1p_f64((a - 1.0) * (a + 1.0) + b * b);
  double r = 0.5 * (sum > 0.5 && sum < 2.0 ? near : loft_log_f64(sum));
  return ax == INF || ay == INF ? INFINITY : (float)r;
}

// As root_parts.
static inline void
root_parts_f32(double x, double y, double *out_more, double *out_less) {
  double t = sqrt(0.5 * (fabs(x) + sqrt(x * x + y * y)));
  *out_more = t;
  *out_less = t == 0.0 ? 0.0 : fabs(y) / (2.0 * t);
}

static inline float
loft_csqrt_re_f32(float x, float y) {
  double u = x, v = y, more, less;
  root_parts_f32(u, v, &more, &less);
  return (float)csqrt_re_special(u, v, more, less);
}

static inline float
loft_csqrt_im_f32(float x, float y) {
  double u = x, v = y, more, less;
  root_parts_f32(u, v, &more, &less);
  return (float)csqrt_im_special(u, v, more, less);
}
