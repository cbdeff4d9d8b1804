// mathlib/bits.c: rounding, remainders, and work on a number's bits. All
// of these are exact, or rounded once where the result is no number.

static inline double
loft_copysign_f64(double x, double y) {
  return with_sign(x, y);
}

static inline float
loft_copysign_f32(float x, float y) {
  return f32_from_bits((bits_of_f32(x) & 0x7fffffffu) |
                       (bits_of_f32(y) & 0x80000000u));
}

// -- Rounding -------------------------------------------------------------

static inline double
loft_round_f64(double x) {
  double t = trunc(x), f = x - t;
  double r = f >= 0.5 ? t + 1.0 : f <= -0.5 ? t - 1.0 : t;
  return with_sign(r, x);
}

static inline float
loft_round_f32(float x) {
  return (float)loft_round_f64(x);
}

// modf's fraction; trunc gives the other part.
static inline double
loft_modf_fraction_f64(double x) {
  double f = x - trunc(x);
  return with_sign(x == INF || x == -INF ? 0.0 : f, x);
}

static inline float
loft_modf_fraction_f32(float x) {
  return (float)loft_modf_fraction_f64(x);
}

static inline double
loft_fdim_f64(double x, double y) {
  return x <= y ? 0.0 : x - y;
}

static inline float
loft_fdim_f32(float x, float y) {
  return x <= y ? 0.0f : x - y;
}

// -- Exponents ------------------------------------------------------------

// x * 2^n for an integral n. Three factors: that of a large negative exponent
// leaves at least 2^-54 to come, so a result is rounded once.
static inline double
loft_scale_by_f64(double x, double n) {
  int k = (int)clamp(n, -2200.0, 2200.0);
  int first = k < -1022 ? -969 : k > 1023 ? 1023 : k;
  k -= first;
  int second = k < -1022 ? -969 : k > 1023 ? 1023 : k;
  k -= second;
  int third = k < -1022 ? -1022 : k > 1023 ? 1023 : k;
  return x * power_of_two(first) * power_of_two(second) * power_of_two(third);
}

static inline float
loft_scale_by_f32(float x, float n) {
  return (float)(x * power_of_two((int)clamp(n, -400.0, 400.0)));
}

// The bits of |x| * 2^54 for a subnormal x, else of |x|.
static inline uint64_t
normal_bits(double x) {
  double a = fabs(x);
  return bits_of(a < 0x1p-1022 ? a * 0x1p54 : a);
}

// frexp's mantissa: x = m * 2^e, 1/2 <= |m| < 1.
static inline double
loft_frexp_mantissa_f64(double x) {
  uint64_t m = normal_bits(x) & 0xfffffffffffffu;
  double y = with_sign(from_bits(m | 0x3fe0000000000000u), x);
  double a = fabs(x);
  return a > 0.0 && a < INF ? y : x;
}

static inline float
loft_frexp_mantissa_f32(float x) {
  return (float)loft_frexp_mantissa_f64(x);
}

// frexp's exponent; 0 for zero, infinity and NaN.
static inline double
loft_frexp_exponent_f64(double x) {
  double a = fabs(x);
  int e = (int)(normal_bits(x) >> 52) - 1022 - (a < 0x1p-1022 ? 54 : 0);
  return a > 0.0 && a < INF ? (double)e : 0.0;
}

static inline float
loft_frexp_exponent_f32(float x) {
  return (float)loft_frexp_exponent_f64(x);
}

static inline double
loft_nextafter_f64(double x, double y) {
  uint64_t u = bits_of(x);
  int outwards = x > 0.0 ? y > x : y < x;
  double r = from_bits(outwards ? u + 1 : u - 1);
  r = x == 0.0 ? with_sign(0x1p-1074, y) : r;
  r = x == y ? y : r;
  return x != x || y != y ? x + y : r;
}

static inline float
loft_nextafter_f32(float x, float y) {
  uint32_t u = bits_of_f32(x);
  int outwards = x > 0.0f ? y > x : y < x;
  float r = f32_from_bits(outwards ? u + 1 : u - 1);
  r = x == 0.0f ? loft_copysign_f32(0x1p-149f, y) : r;
  r = x == y ? y : r;
  return x != x || y != y ? x + y : r;
}

// -- Remainders -----------------------------------------------------------

// x = m * 2^(e - 1075) for positive x, m of 53 bits.
static inline void
integer_parts(double x, uint64_t *m, int *e) {
  int small = x < 0x1p-1022;
  uint64_t u = bits_of(small ? x * 0x1p54 : x);
  *m = (u & 0xfffffffffffffu) | 0x10000000000000u;
  *e = (int)(u >> 52) - (small ? 54 : 0);
}

// a * b mod m for a, b < m < 2^53: the quotient in double is off by at most
// two, and the remainder is known modulo 2^64.
static inline uint64_t
multiply_mod(uint64_t a, uint64_t b, uint64_t m) {
  uint64_t q = (uint64_t)((double)a * (double)b / (double)m);
  int64_t r = (int64_t)(a * b - q * m), n = (int64_t)m;
  r = r < 0 ? r + n : r;
  r = r < 0 ? r + n : r;
  r = r >= n ? r - n : r;
  r = r >= n ? r - n : r;
  return (uint64_t)r;
}

// a * 2^k mod m for a, m < 2^53, m normalised, and 0 <= k < 2^12: by squaring,
// from the top bit of k down.
static inline uint64_t
shift_mod(uint64_t a, int k, uint64_t m) {
  uint64_t power = 1;
  for (int bit = 11; bit >= 0; bit--) {
    power = multiply_mod(power, power, m);
    uint64_t twice = 2 * power;
    twice = twice >= m ? twice - m : twice;
    power = k >> bit & 1 ? twice : power;
  }
  return multiply_mod(a % m, power, m);
}

// x mod y for positive finite numbers, exactly.
static inline double
fmod_positive(double x, double y) {
  uint64_t mx, my, r;
  int ex, ey;
  if (x < y)
    return x;
  integer_parts(x, &mx, &ex);
  integer_parts(y, &my, &ey);
  if (ex - ey <= 11)
    r = (mx << (ex - ey)) % my;
  else
    r = shift_mod(mx, ex - ey, my);
  return scale((double)r, ey - 1075);
}

static inline double
loft_fmod_f64(double x, double y) {
  double ax = fabs(x), ay = fabs(y);
  if (!(ax < INF && ay > 0.0))
    return QUIET_NAN;
  return with_sign(ay == INF || ax == 0.0 ? ax : fmod_positive(ax, ay), x);
}

static inline float
loft_fmod_f32(float x, float y) {
  return (float)loft_fmod_f64(x, y);
}

// x mod y for x < 2 y, taken to the nearest of 0 and y, an odd quotient so far
// deciding a tie.
static inline double
loft_remainder_f64(double x, double y) {
  double ax = fabs(x), ay = fabs(y);
  if (!(ax < INF && ay > 0.0))
    return QUIET_NAN;
  double twice = 2.0 * ay;
  double r = twice == INF || ax == 0.0 ? ax : fmod_positive(ax, twice);
  int odd = r >= ay;
  r = odd ? r - ay : r;
  double rest = ay - r;
  double near = r > rest || (r == rest && odd) ? -rest : r;
  return bits_of(x) >> 63 ? -near : near;
}

static inline float
loft_remainder_f32(float x, float y) {
  return (float)loft_remainder_f64(x, y);
}
