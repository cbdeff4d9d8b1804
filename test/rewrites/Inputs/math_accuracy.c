// Errors of rewrites/math/math.c against MPFR: math_accuracy POINTS STRIDE.
// f64 functions at POINTS random places each; f32 functions of one argument at
// every STRIDE-th float (1: all of them), f32 pow at POINTS places.
// Prints the worst error of each in units of the last place, ends with 1 when
// one is above its bound.
#include "math.c"

#include <math.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef int mpfr_fn(mpfr_t, const mpfr_t, mpfr_rnd_t);
static uint64_t state = 88172645463325252u;

// The next 64 bits of a fixed random sequence.
static uint64_t
random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

// A random number, 0 <= r < 1.
static double
random_unit(void) {
  return (double)(random_bits() >> 11) * 0x1p-53;
}

// Any finite or special double.
static double
random_double(void) {
  return from_bits(random_bits());
}

// |got - want| in units of the last place of a float of "digits" digits whose
// smallest unit is 2^least; huge for a wrong special value.
static double
error(double got, mpfr_t want, int digits, int least) {
  double rounded = mpfr_get_d(want, MPFR_RNDN);
  if (digits == 24)
    rounded = (float)rounded;
  if (isnan(got) || isnan(rounded))
    return isnan(got) && isnan(rounded) ? 0 : HUGE_VAL;
  if (isinf(got) || isinf(rounded))
    return got == rounded ? 0 : HUGE_VAL;
  if (got == 0 && rounded == 0)
    return signbit(got) == signbit(rounded) ? 0 : HUGE_VAL;
  int exponent;
  frexp(rounded, &exponent);
  int unit = exponent - digits < least ? least : exponent - digits;
  mpfr_t d;
  mpfr_init2(d, 300);
  mpfr_sub_d(d, want, got, MPFR_RNDN);
  double e = fabs(mpfr_get_d(d, MPFR_RNDN));
  mpfr_clear(d);
  return ldexp(e, -unit);
}

// Prints a worst error; true when it is within "bound".
static bool
report(const char *name, double worst, double at, double bound) {
  printf("%s: at most %.4f ULP (at %a)%s\n", name, worst, at,
         worst <= bound ? "" : " TOO LARGE");
  return worst <= bound;
}

// An argument worth trying: all magnitudes, and where cancellation is worst.
static double
argument(long k) {
  switch (k % 5) {
  case 0:
    return random_double();
  case 1:
    return (random_unit() * 2 - 1) * 745.5;
  case 2:
    return 0.5 + 1.5 * random_unit();
  case 3:
    return (double)(random_bits() % 1000000) * 1.5707963267948966;
  default:
    return (random_unit() * 2 - 1) * 3.2;
  }
}

// One f64 function of one argument.
static bool
check_f64(const char *name, double (*fn)(double), mpfr_fn *exact, long points) {
  double worst = 0, at = 0;
  mpfr_t m;
  mpfr_init2(m, 200);
  for (long k = 0; k < points; k++) {
    double x = argument(k);
    mpfr_set_d(m, x, MPFR_RNDN);
    exact(m, m, MPFR_RNDN);
    double e = error(fn(x), m, 53, -1074);
    if (e > worst)
      worst = e, at = x;
  }
  mpfr_clear(m);
  return report(name, worst, at, 1.0);
}

// One f32 function of one argument, every "stride"-th float.
static bool
check_f32(const char *name, float (*fn)(float), mpfr_fn *exact,
          uint32_t stride) {
  double worst = 0, at = 0;
  mpfr_t m;
  mpfr_init2(m, 80);
  for (uint64_t b = 0; b < UINT64_C(1) << 32; b += stride) {
    uint32_t bits = (uint32_t)b;
    float x;
    memcpy(&x, &bits, sizeof x);
    mpfr_set_flt(m, x, MPFR_RNDN);
    exact(m, m, MPFR_RNDN);
    double e = error(fn(x), m, 24, -149);
    if (e > worst)
      worst = e, at = x;
  }
  mpfr_clear(m);
  return report(name, worst, at, 0.501);
}

// pow, in both precisions: results over the whole range, integers, specials.
static bool
check_pow(bool single, long points) {
  static const double special[] = {
      0, -0.0, 1,  -1,    HUGE_VAL, -HUGE_VAL, 2,          -2,
      3, 0.5,  -3, 1e300, NAN,      0x1p53,    0x1p53 + 2, -1e300};
  double worst = 0, at = 0;
  mpfr_t m, n;
  mpfr_init2(m, 200);
  mpfr_init2(n, 200);
  for (long k = 0; k < points; k++) {
    double x = fabs(k % 2 ? 0.5 + 4 * random_unit() : random_double());
    double scale = single ? 100 : 745, l = log(x);
    double y = (2 * random_unit() - 1) * scale / (l == 0 ? 1 : l);
    y = k % 7 == 0 ? rint(y) : y;
    x = k % 11 == 0 ? -x : x;
    if (k % 29 == 0)
      x = special[random_bits() % 16], y = special[random_bits() % 16];
    if (single)
      x = (float)x, y = (float)y;
    mpfr_set_d(m, x, MPFR_RNDN);
    mpfr_set_d(n, y, MPFR_RNDN);
    mpfr_pow(m, m, n, MPFR_RNDN);
    double got = single ? loft_pow_f32((float)x, (float)y) : loft_pow_f64(x, y);
    double e = single ? error(got, m, 24, -149) : error(got, m, 53, -1074);
    if (e > worst)
      worst = e, at = x;
  }
  mpfr_clear(m);
  mpfr_clear(n);
  return report(single ? "pow f32" : "pow f64", worst, at,
                single ? 0.501 : 1.0);
}

int
main(int argc, char **argv) {
  long points = argc > 1 ? atol(argv[1]) : 10000;
  uint32_t stride = argc > 2 ? (uint32_t)atol(argv[2]) : 1000003;
  bool ok = check_f64("exp f64", loft_exp_f64, mpfr_exp, points);
  ok &= check_f64("log f64", loft_log_f64, mpfr_log, points);
  ok &= check_f64("sin f64", loft_sin_f64, mpfr_sin, points);
  ok &= check_f64("cos f64", loft_cos_f64, mpfr_cos, points);
  ok &= check_pow(false, points);
  ok &= check_f32("exp f32", loft_exp_f32, mpfr_exp, stride);
  ok &= check_f32("log f32", loft_log_f32, mpfr_log, stride);
  ok &= check_f32("sin f32", loft_sin_f32, mpfr_sin, stride);
  ok &= check_f32("cos f32", loft_cos_f32, mpfr_cos, stride);
  ok &= check_pow(true, points);
  return ok ? 0 : 1;
}
