// Errors of mathlib/ against MPFR: math_accuracy POINTS STRIDE [NAME].
// Functions of double, and those of two floats, at POINTS places each: random
// ones, special ones and their neighbours. Functions of one float at every
// STRIDE-th float (1: all of them) and at the special ones.
// Prints the worst error of each in units of the last place, as rows of a
// Markdown table; ends with 1 when one is above its bound.
#define _GNU_SOURCE // lgamma_r
#include "math.c"

#include <float.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "math_complex.h"

typedef int mpfr_fn1(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int mpfr_fn2(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

// A function: its two forms, the reference, and the bounds of docs/numerics.md.
typedef struct function {
  const char *name;
  double (*f64)(double);
  float (*f32)(float);
  double (*f64_2)(double, double);
  float (*f32_2)(float, float);
  mpfr_fn1 *exact;
  mpfr_fn2 *exact_2;
  double bound64, bound32;
} function;

// log |gamma(x)|.
static int
log_gamma(mpfr_t r, const mpfr_t x, mpfr_rnd_t rounding) {
  int sign;
  return mpfr_lgamma(r, &sign, x, rounding);
}

#define ONE(name, exact, bound64, bound32)                                     \
  {#name,                                                                      \
   loft_##name##_f64,                                                          \
   loft_##name##_f32,                                                          \
   NULL,                                                                       \
   NULL,                                                                       \
   exact,                                                                      \
   NULL,                                                                       \
   bound64,                                                                    \
   bound32}
#define TWO(name, exact, bound64, bound32)                                     \
  {#name, NULL,    NULL,   loft_##name##_f64, loft_##name##_f32, NULL,         \
   exact, bound64, bound32}

static const function functions[] = {
    ONE(exp, mpfr_exp, 1, 0.501),         ONE(exp2, mpfr_exp2, 1, 0.501),
    ONE(expm1, mpfr_expm1, 1, 0.501),     ONE(log, mpfr_log, 1, 0.501),
    ONE(log2, mpfr_log2, 1, 0.501),       ONE(log10, mpfr_log10, 1, 0.501),
    ONE(log1p, mpfr_log1p, 1, 0.501),     TWO(pow, mpfr_pow, 1, 0.501),
    ONE(cbrt, mpfr_cbrt, 0.51, 0.501),    TWO(hypot, mpfr_hypot, 1, 0.501),
    ONE(sin, mpfr_sin, 1, 0.501),         ONE(cos, mpfr_cos, 1, 0.501),
    ONE(tan, mpfr_tan, 1, 0.501),         ONE(asin, mpfr_asin, 1, 0.501),
    ONE(acos, mpfr_acos, 1, 0.501),       ONE(atan, mpfr_atan, 1, 0.501),
    TWO(atan2, mpfr_atan2, 1, 0.501),     ONE(sinh, mpfr_sinh, 1, 0.501),
    ONE(cosh, mpfr_cosh, 1, 0.501),       ONE(tanh, mpfr_tanh, 1, 0.501),
    ONE(asinh, mpfr_asinh, 1, 0.501),     ONE(acosh, mpfr_acosh, 1, 0.501),
    ONE(atanh, mpfr_atanh, 1, 0.501),     ONE(erf, mpfr_erf, 1, 0.501),
    ONE(erfc, mpfr_erfc, 2, 0.501),       ONE(tgamma, mpfr_gamma, 1, 0.501),
    ONE(lgamma, log_gamma, 2, 0.501),     TWO(fmod, mpfr_fmod, 0, 0),
    TWO(remainder, mpfr_remainder, 0, 0), TWO(cexp_re, exact_cexp_re, 2.5, 0.501),
    TWO(cexp_im, exact_cexp_im, 2.5, 0.501),
    TWO(clog_re, exact_clog_re, 2, 0.501),
    TWO(csqrt_re, exact_csqrt_re, 2.5, 0.501),
    TWO(csqrt_im, exact_csqrt_im, 2.5, 0.501),
    TWO(sinh_cos, exact_sinh_cos, 2.5, 0.501),
    TWO(cosh_sin, exact_cosh_sin, 2.5, 0.501),
    TWO(cosh_cos, exact_cosh_cos, 2.5, 0.501),
    TWO(sinh_sin, exact_sinh_sin, 2.5, 0.501),
    TWO(ctanh_re, exact_ctanh_re, 5, 0.501),
    TWO(ctanh_im, exact_ctanh_im, 5, 0.501),
};

// -- Exact functions -----------------------------------------------------------

#define SAME1(name, call)                                                      \
  static bool same_##name(double x, double y) {                                \
    (void)y;                                                                   \
    return same(loft_##name##_f64(x), call(x)) &&                              \
           same(loft_##name##_f32((float)x), call##f((float)x));               \
  }
#define SAME2(name, call)                                                      \
  static bool same_##name(double x, double y) {                                \
    float s = (float)x, t = (float)y;                                          \
    return same(loft_##name##_f64(x, y), call(x, y)) &&                        \
           same(loft_##name##_f32(s, t), call##f(s, t));                       \
  }

// The same bits, or both NaN.
static bool
same(double a, double b) {
  return (a != a && b != b) || bits_of(a) == bits_of(b);
}

// C's functions in the form of the ops: frexp, modf, ldexp.
static double
mantissa_of(double x) {
  int e;
  return frexp(x, &e);
}
static float
mantissa_off(float x) {
  int e;
  return frexpf(x, &e);
}
static double
exponent_of(double x) {
  int e;
  frexp(x, &e);
  return e;
}
static float
exponent_off(float x) {
  int e;
  frexpf(x, &e);
  return (float)e;
}
static double
fraction_of(double x) {
  double whole;
  return modf(x, &whole);
}
static float
fraction_off(float x) {
  float whole;
  return modff(x, &whole);
}
// An exponent from any number, often one that leads to a subnormal.
static int
exponent_from(double x, double y) {
  int e = ilogb(x) > -2000 && ilogb(x) < 2000 ? ilogb(x) : 0;
  int k = (int)(bits_of(y) % 4200) - 2100;
  return bits_of(y) & 1 << 20 ? k : -1022 - e - (int)(bits_of(y) % 60);
}
static bool
same_scale_by(double x, double y) {
  int n = exponent_from(x, y);
  int m = n > -1000 ? n : n + 896;
  return same(loft_scale_by_f64(x, n), ldexp(x, n)) &&
         same(loft_scale_by_f32((float)x, (float)m), ldexpf((float)x, m));
}
// Where there is a sign.
static bool
same_lgamma_sign(double x, double y) {
  int sign = 1, sign_f = 1;
  float s = (float)x;
  (void)y;
  bool pole = isnan(x) || (x < 0 && floor(x) == x);
  bool pole_f = isnan(s) || (s < 0 && floorf(s) == s);
  lgamma_r(x, &sign);
  lgammaf_r(s, &sign_f);
  return (pole || sign == loft_lgamma_sign_f64(x)) &&
         (pole_f || (float)sign_f == loft_lgamma_sign_f32(s));
}
SAME1(round, round)
SAME1(frexp_mantissa, mantissa_of)
SAME1(frexp_exponent, exponent_of)
SAME1(modf_fraction, fraction_of)
SAME2(fdim, fdim)
SAME2(copysign, copysign)
SAME2(nextafter, nextafter)

static const struct {
  const char *name;
  bool (*same)(double, double);
} exact_functions[] = {
    {"round", same_round},
    {"fdim", same_fdim},
    {"copysign", same_copysign},
    {"nextafter", same_nextafter},
    {"scale_by", same_scale_by},
    {"frexp_mantissa", same_frexp_mantissa},
    {"frexp_exponent", same_frexp_exponent},
    {"modf_fraction", same_modf_fraction},
    {"lgamma_sign", same_lgamma_sign},
};

// -- Arguments ---------------------------------------------------------------

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

// A random number, -1 <= r < 1.
static double
random_sign(void) {
  return 2 * random_unit() - 1;
}

// Where functions have corners, poles, zeros or overflow.
static const double special[] = {0,
                                 1,
                                 2,
                                 3,
                                 0.5,
                                 0.25,
                                 1.5,
                                 0.75,
                                 2.5,
                                 4,
                                 5,
                                 8,
                                 10,
                                 20,
                                 23,
                                 24,
                                 88.72,
                                 89,
                                 103.9,
                                 104,
                                 127,
                                 128,
                                 149,
                                 150,
                                 709.78,
                                 709.79,
                                 710.4758,
                                 710.476,
                                 744.44,
                                 745.13,
                                 745.14,
                                 1022,
                                 1023,
                                 1024,
                                 1074,
                                 1075,
                                 18.714,
                                 19.0615,
                                 0x1p-26,
                                 0x1p-27,
                                 0x1p-28,
                                 0x1p-53,
                                 0x1p-54,
                                 0x1p23,
                                 0x1p24,
                                 0x1p52,
                                 0x1p53,
                                 0x1p63,
                                 0x1p64,
                                 0x1p127,
                                 0x1p-126,
                                 0x1p-149,
                                 0x1p1023,
                                 DBL_MAX,
                                 FLT_MAX,
                                 0x1p-1022,
                                 0x1p-1074,
                                 1e-300,
                                 1e300,
                                 34,
                                 35.04,
                                 36,
                                 171.62,
                                 171.625,
                                 170.5,
                                 177.5,
                                 178.5,
                                 184.5,
                                 26.5,
                                 26.54,
                                 26.55,
                                 27.2,
                                 27.3,
                                 5.9,
                                 3.9,
                                 9.1,
                                 10.05,
                                 10.06,
                                 HUGE_VAL,
                                 NAN,
                                 1.4616321,
                                 2.4570247,
                                 0x1.921fb54442d18p+0,
                                 0x1.921fb54442d18p+1,
                                 0x1.62e42fefa39efp-1,
                                 0.46875,
                                 0.84375,
                                 0.975};
#define SPECIALS ((long)(sizeof special / sizeof *special))

// "x", or a number near it.
static double
neighbour(double x) {
  uint64_t r = random_bits();
  double y = r & 1 ? x : from_bits(bits_of(x) + (uint64_t)(int64_t)(r % 9) - 4);
  return r & 512 ? y : -y;
}

// An argument worth trying: all magnitudes, and where cancellation is worst.
static double
argument(long k) {
  switch (k % 9) {
  case 0:
    return from_bits(random_bits());
  case 1:
    return random_sign() * 745.5;
  case 2:
    return 0.5 + 1.5 * random_unit();
  case 3:
    return (double)(random_bits() % 1000000) * 1.5707963267948966;
  case 4:
    return random_sign() * 3.2;
  case 5:
    return ldexp(random_sign(), -(int)(random_bits() % 60));
  case 6:
    return (random_bits() & 1 ? 1 : -1) +
           ldexp(random_sign(), -(int)(random_bits() % 50));
  case 7:
    return neighbour(special[random_bits() % SPECIALS]);
  default:
    return random_sign() * 40;
  }
}

// Two arguments: for pow results over the whole range, else of related size.
static void
arguments(const function *f, long k, bool single, double *x, double *y) {
  *x = argument(k / 9);
  *y = argument(k);
  if (f->exact_2 == mpfr_pow && k % 3) {
    double scale = single ? 100 : 745, l = log(fabs(*x));
    *y = random_sign() * scale / (l == 0 ? 1 : l);
    *y = k % 7 == 0 ? rint(*y) : *y;
  } else if (k % 4 == 0) {
    *y = *x * ldexp(0.5 + random_unit(), (int)(random_bits() % 130) - 65);
  } else if (k % 4 == 1) {
    *y = *x * (random_sign() * 4);
  }
}

// -- Errors --------------------------------------------------------------------

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

// The worst error so far and where it was.
typedef struct worst {
  double error, x, y;
} worst;

static mpfr_t exact_x, exact_y;

// Tries one place.
static void
try(const function *f, bool single, double x, double y, worst *w) {
  if (single)
    x = (float)x, y = (float)y;
  mpfr_set_d(exact_x, x, MPFR_RNDN);
  mpfr_set_d(exact_y, y, MPFR_RNDN);
  double got;
  if (f->exact) {
    f->exact(exact_x, exact_x, MPFR_RNDN);
    got = single ? f->f32((float)x) : f->f64(x);
  } else {
    f->exact_2(exact_x, exact_x, exact_y, MPFR_RNDN);
    got = single ? f->f32_2((float)x, (float)y) : f->f64_2(x, y);
  }
  // near its zeros below 0, lgamma is as good as near 1/4
  int least = single ? -149 : f->exact == log_gamma && x < 0 ? -55 : -1074;
  double e = error(got, exact_x, single ? 24 : 53, least);
  if (e > w->error)
    *w = (worst){e, x, y};
}

// The special arguments, all pairs of them where there are two.
static void
try_special(const function *f, bool single, worst *w) {
  for (long i = 0; i < 2 * SPECIALS; i++)
    for (long j = 0; j < (f->exact ? 1 : 2 * SPECIALS); j++)
      try(f, single, i % 2 ? special[i / 2] : -special[i / 2],
          j % 2 ? special[j / 2] : -special[j / 2], w);
}

// The worst error of one form of "f".
static worst
measure(const function *f, bool single, long points, uint32_t stride) {
  worst w = {0};
  try_special(f, single, &w);
  if (single && f->exact) {
    for (uint64_t b = 0; b < UINT64_C(1) << 32; b += stride) {
      uint32_t bits = (uint32_t)b;
      float x;
      memcpy(&x, &bits, sizeof x);
      try(f, true, x, 0, &w);
    }
    return w;
  }
  for (long k = 0; k < points; k++) {
    double x = argument(k), y = 0;
    if (!f->exact)
      arguments(f, k, single, &x, &y);
    try(f, single, x, y, &w);
  }
  return w;
}

// Prints a form's result when it is above its bound.
static bool
check(const function *f, const char *form, worst w, double bound) {
  if (w.error > bound)
    printf("%s %s: %.4f ULP at %a %a\n", f->name, form, w.error, w.x, w.y);
  return w.error <= bound;
}

// Compares exact functions with the C library's.
static bool
check_exact(const char *name, bool (*same)(double, double), long points) {
  static const function none = {0};
  for (long i = 0; i < 4 * SPECIALS * SPECIALS + points; i++) {
    long a = i / 4 / SPECIALS, b = i / 4 % SPECIALS;
    double x, y;
    if (a < SPECIALS) {
      x = i & 1 ? special[a] : -special[a];
      y = i & 2 ? special[b] : -special[b];
    } else {
      arguments(&none, i, false, &x, &y);
    }
    if (!same(x, y)) {
      printf("%s: not exact at %a %a\n", name, x, y);
      return false;
    }
  }
  printf("| %s | exact | exact |\n", name);
  return true;
}

int
main(int argc, char **argv) {
  long points = argc > 1 ? atol(argv[1]) : 10000;
  uint32_t stride = argc > 2 ? (uint32_t)atol(argv[2]) : 1000003;
  bool ok = true;
  mpfr_set_emax(mpfr_get_emax_max());
  mpfr_init2(exact_x, 200);
  mpfr_init2(exact_y, 64);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    const function *f = &functions[i];
    if (argc > 3 && strcmp(argv[3], f->name))
      continue;
    worst d = measure(f, false, points, stride);
    worst s = measure(f, true, points, stride);
    printf("| %s | %.3f | %.4f |\n", f->name, d.error, s.error);
    ok &= check(f, "f64", d, f->bound64);
    ok &= check(f, "f32", s, f->bound32);
  }
  for (size_t i = 0; i < sizeof exact_functions / sizeof *exact_functions; i++)
    if (argc <= 3 || !strcmp(argv[3], exact_functions[i].name))
      ok &=
          check_exact(exact_functions[i].name, exact_functions[i].same, points);
  return ok ? 0 : 1;
}
