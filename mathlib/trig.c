// mathlib/trig.c: trigonometric functions.

// pi/2 in four parts, the first three of 33 bits.
#define PIO2_1 0x1.921fb54400000p+0
#define PIO2_2 0x1.0b4611a600000p-34
#define PIO2_3 0x1.3198a2e000000p-69
#define PIO2_4 0x1.b839a252049c1p-104
#define PIO2 0x1.921fb54442d18p+0
#define PIO2_TAIL 0x1.1a62633145c07p-54
#define TWO_OVER_PI 0x1.45f306dc9c883p-1

// -- Reduction ---------------------------------------------------------------

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

// sin(r + tail) = hi + lo, |r| below about pi/4; |lo| below |hi| / 8.
static inline void
sin_parts(double r, double tail, double *hi, double *lo) {
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
  *hi = r;
  *lo = r * p + tail * (1.0 - 0.5 * z);
}

// cos(r + tail) = hi + lo, |r| below about pi/4; |lo| below |hi| / 8.
static inline void
cos_parts(double r, double tail, double *hi, double *lo) {
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
  *hi = w;
  *lo = ((1.0 - w) - half) + (p - r * tail);
}

// sin(r + tail), |r| below about pi/4.
static inline double
sin_kernel(double r, double tail) {
  double hi, lo;
  sin_parts(r, tail, &hi, &lo);
  return hi + lo;
}

// cos(r + tail), |r| below about pi/4.
static inline double
cos_kernel(double r, double tail) {
  double hi, lo;
  cos_parts(r, tail, &hi, &lo);
  return hi + lo;
}

// x mod pi/2 in two parts and the number of quarters; x finite.
static inline void
reduce(double x, double *r, double *tail, int *quarter) {
  if (fabs(x) < 0x1p20)
    reduce_small(x, r, tail, quarter);
  else
    reduce_large(x, r, tail, quarter);
}

// sin(x + quarters * pi/2).
static inline double
sin_quarters(double x, int quarters) {
  double r, tail;
  int n;
  if (!(fabs(x) < INF))
    return x - x;
  reduce(x, &r, &tail, &n);
  n += quarters;
  double y = n & 1 ? cos_kernel(r, tail) : sin_kernel(r, tail);
  return n & 2 ? -y : y;
}

// tan(x) for finite x: sine over cosine, or minus the inverse.
static inline double
tan_finite(double x) {
  double r, tail, s, s_lo, c, c_lo, q, q_lo;
  int n;
  reduce(x, &r, &tail, &n);
  sin_parts(r, tail, &s, &s_lo);
  cos_parts(r, tail, &c, &c_lo);
  double sine = s + s_lo, cosine = c + c_lo;
  s_lo = (s - sine) + s_lo, c_lo = (c - cosine) + c_lo;
  int odd = n & 1;
  divide(odd ? -cosine : sine, odd ? -c_lo : s_lo, odd ? sine : cosine,
         odd ? s_lo : c_lo, &q, &q_lo);
  // products of tiny numbers have no exact errors
  return x < 0x1p-900 && x > -0x1p-900 ? x : q + q_lo;
}

static inline double
loft_sin_f64(double x) {
  double y = sin_quarters(x, 0);
  return x == 0.0 ? x : y;
}

static inline double
loft_cos_f64(double x) {
  return sin_quarters(x, 1);
}

static inline float
loft_sin_f32(float x) {
  float y = (float)sin_quarters((double)x, 0);
  return x == 0.0f ? x : y;
}

static inline float
loft_cos_f32(float x) {
  return (float)sin_quarters((double)x, 1);
}

static inline double
loft_tan_f64(double x) {
  if (!(fabs(x) < INF))
    return x - x;
  return tan_finite(x);
}

static inline float
loft_tan_f32(float x) {
  double d = x, r, tail;
  int n;
  if (!(fabs(d) < INF))
    return x - x;
  reduce(d, &r, &tail, &n);
  double sine = sin_kernel(r, tail), cosine = cos_kernel(r, tail);
  float y = (float)(n & 1 ? -cosine / sine : sine / cosine);
  return x == 0.0f ? x : y;
}
