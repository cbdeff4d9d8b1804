// mathlib/erf.c: the error function and its complement.

// (erf(t) - t) / t for z = t^2 <= 1/4.
static inline double
erf_series(double z) {
  double p = 0x1.89974d05be556p-20;
  p = -0x1.f1eccd82a34ebp-17 + z * p;
  p = 0x1.f98ac083f2936p-14 + z * p;
  p = -0x1.c02d3a911fb5ap-11 + z * p;
  p = 0x1.565bcba5e44e3p-8 + z * p;
  p = -0x1.b82ce30dbbf05p-6 + z * p;
  p = 0x1.ce2f21a03a3ddp-4 + z * p;
  p = -0x1.812746b037982p-2 + z * p;
  p = 0x1.06eba8214db68p-3 + z * p;
  return p;
}

// The same with an error of about 1e-13.
static inline double
erf_series_short(double z) {
  double p = -0x1.bf0821a3be88ep-17;
  p = 0x1.f6db36c285ee6p-14 + z * p;
  p = -0x1.c01a3af1d6694p-11 + z * p;
  p = 0x1.565b80ad653f2p-8 + z * p;
  p = -0x1.b82ce1c99936cp-6 + z * p;
  p = 0x1.ce2f219d823e5p-4 + z * p;
  p = -0x1.812746b035566p-2 + z * p;
  p = 0x1.06eba8214db4p-3 + z * p;
  return p;
}

// erfc(x) = (p + p_lo) * 2^n for 1/2 <= x <= 28, as e^(-x^2) / (1 + 2 x) times
// a function of u = (x - 4) / (x + 4) that is close to 1 (Shepherd and
// Laframboise 1981).
static inline void
erfc_parts(double x, double *p, double *p_lo, int *n) {
  double u = (x - 4.0) / (x + 4.0);
  double w = 0x1.601cc9faea1a2p-29;
  w = -0x1.47f710a0b4e11p-27 + u * w;
  w = -0x1.5e4b4333be52bp-26 + u * w;
  w = 0x1.ba1be1da0e81fp-24 + u * w;
  w = 0x1.5052552badb6ep-24 + u * w;
  w = -0x1.b7bfe9620a016p-21 + u * w;
  w = 0x1.38257836460a7p-22 + u * w;
  w = 0x1.7eefbe11462dbp-18 + u * w;
  w = -0x1.787e7916c2e6fp-17 + u * w;
  w = -0x1.99544aefce92bp-16 + u * w;
  w = 0x1.3be0190e27e1cp-13 + u * w;
  w = -0x1.a1df49efd9a19p-13 + u * w;
  w = -0x1.8d4a97b3b6aep-11 + u * w;
  w = 0x1.49c672b163be4p-8 + u * w;
  w = -0x1.09623887d8f05p-6 + u * w;
  w = 0x1.3079edf60488ep-5 + u * w;
  w = -0x1.0fb06dfe3826ep-4 + u * w;
  w = 0x1.7fee004e1593bp-4 + u * w;
  w = -0x1.9ddb23c3e9f7cp-4 + u * w;
  w = 0x1.16ecefcfa524fp-4 + u * w;
  w = 0x1.f7f5df66fda9dp-7 + u * w;
  w = -0x1.1df1ad154a28dp-3 + u * w;
  w = 0x1.dd2c8b74febf6p-3 + u * w;
  double num = 1.0 + w, den = 1.0 + 2.0 * x, q, q_lo;
  divide(num, w - (num - 1.0), den, sum_error(1.0, 2.0 * x, den), &q, &q_lo);
  double square = x * x, r, rest, hi, lo;
  exp_reduce(-square, -product_error(x, x, square), &r, &rest, n);
  exp_kernel(r, rest, &hi, &lo);
  double e = hi + lo, e_lo = (hi - e) + lo;
  *p = e * q;
  *p_lo = product_error(e, q, *p) + (e * q_lo + e_lo * q);
}

static inline double
loft_erf_f64(double x) {
  double a = fabs(x), p, p_lo;
  int n;
  erfc_parts(clamp(a, 0.5, 7.0), &p, &p_lo, &n);
  double unit = power_of_two(n), y = p * unit;
  double rest = 1.0 - y;
  double far = rest + (((1.0 - rest) - y) - p_lo * unit);
  double near = a + a * erf_series(a * a);
  return x != x ? x : with_sign(a < 0.5 ? near : far, x);
}

static inline double
loft_erfc_f64(double x) {
  double a = fabs(x), p, p_lo;
  int n;
  erfc_parts(clamp(a, 0.5, 28.0), &p, &p_lo, &n);
  double y = scale(p + p_lo, n);
  double left = 2.0 - y;
  left = left + ((2.0 - left) - y);
  double near = 1.0 - x;
  near = near + (((1.0 - near) - x) - x * erf_series(a * a));
  double far = x < 0.0 ? left : y;
  return x != x ? x : a < 0.5 ? near : far;
}

// erfc(x) for 1/2 <= x <= 12 in less than full precision.
static inline double
erfc_short(double x) {
  double u = (x - 4.0) / (x + 4.0);
  double w = -0x1.26ab752a722a3p-16;
  w = -0x1.7d520c76e2ee5p-16 + u * w;
  w = 0x1.4728b1ac8fdbp-13 + u * w;
  w = -0x1.9fd265f42a8d3p-13 + u * w;
  w = -0x1.8e34c02bf0cf1p-11 + u * w;
  w = 0x1.49bcbb4692dc7p-8 + u * w;
  w = -0x1.09610f1ab157bp-6 + u * w;
  w = 0x1.307a2aa46f4a4p-5 + u * w;
  w = -0x1.0fb0740e9eecap-4 + u * w;
  w = 0x1.7fedfda8fee6p-4 + u * w;
  w = -0x1.9ddb2385b392bp-4 + u * w;
  w = 0x1.16ecefe832715p-4 + u * w;
  w = 0x1.f7f5df5ec9848p-7 + u * w;
  w = -0x1.1df1ad156a2edp-3 + u * w;
  w = 0x1.dd2c8b74ff2a1p-3 + u * w;
  return (1.0 + w) / (1.0 + 2.0 * x) * exp_short(-x * x);
}

static inline float
loft_erf_f32(float x) {
  double d = x, a = fabs(d);
  double far = 1.0 - erfc_short(clamp(a, 0.5, 12.0));
  double near = a + a * erf_series_short(a * a);
  return x != x ? x : (float)with_sign(a < 0.5 ? near : far, d);
}

static inline float
loft_erfc_f32(float x) {
  double d = x, a = fabs(d);
  double y = erfc_short(clamp(a, 0.5, 12.0));
  double far = d < 0.0 ? 2.0 - y : y;
  double near = 1.0 - (d + d * erf_series_short(a * a));
  return x != x ? x : (float)(a < 0.5 ? near : far);
}
