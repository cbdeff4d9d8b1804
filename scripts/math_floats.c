// Misrounded results of the float functions of mathlib/: math_floats
// [STRIDE [NAME]] tries every STRIDE-th float (1: all 2^32, minutes a
// function).
//
//   clang-22 -O3 -march=native -ffp-contract=off -Imathlib \
//     scripts/math_floats.c -o /tmp/math_floats -lmvec -lmpfr -lm
//
// What is not the C library's double result rounded to float is compared with
// MPFR. So that this takes minutes, glibc's vectors of doubles (4 ULP) are used
// where it has them. Prints how many results are not correctly rounded, and the
// largest error in units of the last place (0.5 when there is none). x86-64.
#include "math.c"

#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 4096 };
typedef double vec4 __attribute__((vector_size(32)));
typedef int mpfr_fn(mpfr_t, const mpfr_t, mpfr_rnd_t);

// own_NAME: a block of this library's results; ref_NAME: of the C library's.
#define OWN(name)                                                              \
  static void own_##name(const float *x, float *y) {                           \
    for (int i = 0; i < BLOCK; i++)                                            \
      y[i] = loft_##name##_f32(x[i]);                                          \
  }
#define VECTOR(name)                                                           \
  vec4 _ZGVdN4v_##name(vec4);                                                  \
  OWN(name)                                                                    \
  static void ref_##name(const double *x, double *y) {                         \
    for (int i = 0; i < BLOCK; i += 4) {                                       \
      vec4 v;                                                                  \
      memcpy(&v, x + i, sizeof v);                                             \
      v = _ZGVdN4v_##name(v);                                                  \
      memcpy(y + i, &v, sizeof v);                                             \
    }                                                                          \
  }
#define SCALAR(name)                                                           \
  OWN(name)                                                                    \
  static void ref_##name(const double *x, double *y) {                         \
    for (int i = 0; i < BLOCK; i++)                                            \
      y[i] = name(x[i]);                                                       \
  }

// log |gamma(x)|.
static int
log_gamma(mpfr_t r, const mpfr_t x, mpfr_rnd_t rounding) {
  int sign;
  return mpfr_lgamma(r, &sign, x, rounding);
}

VECTOR(exp)
VECTOR(exp2)
VECTOR(expm1)
VECTOR(log)
VECTOR(log2)
VECTOR(log10)
VECTOR(log1p)
VECTOR(cbrt)
VECTOR(sin)
VECTOR(cos)
VECTOR(tan)
VECTOR(asin)
VECTOR(acos)
VECTOR(atan)
VECTOR(sinh)
VECTOR(cosh)
VECTOR(tanh)
VECTOR(asinh)
VECTOR(acosh)
VECTOR(atanh)
VECTOR(erf)
VECTOR(erfc)
SCALAR(tgamma)
SCALAR(lgamma)

static const struct function {
  const char *name;
  void (*own)(const float *, float *);
  void (*ref)(const double *, double *);
  mpfr_fn *exact;
} functions[] = {
#define ROW(name) {#name, own_##name, ref_##name, mpfr_##name}
    ROW(exp),
    ROW(exp2),
    ROW(expm1),
    ROW(log),
    ROW(log2),
    ROW(log10),
    ROW(log1p),
    ROW(cbrt),
    ROW(sin),
    ROW(cos),
    ROW(tan),
    ROW(asin),
    ROW(acos),
    ROW(atan),
    ROW(sinh),
    ROW(cosh),
    ROW(tanh),
    ROW(asinh),
    ROW(acosh),
    ROW(atanh),
    ROW(erf),
    ROW(erfc),
    {"tgamma", own_tgamma, ref_tgamma, mpfr_gamma},
    {"lgamma", own_lgamma, ref_lgamma, log_gamma},
};

// The error of "got" at x in units of the last place; 0 when it is correctly
// rounded, huge for a wrong special value.
static double
error(const struct function *f, float x, float got) {
  mpfr_t m;
  mpfr_init2(m, 150);
  mpfr_set_flt(m, x, MPFR_RNDN);
  f->exact(m, m, MPFR_RNDN);
  float rounded = (float)mpfr_get_d(m, MPFR_RNDN);
  double e = HUGE_VAL;
  if (got == rounded || (got != got && rounded != rounded)) {
    e = 0;
  } else if (isfinite(got) && isfinite(rounded)) {
    int exponent;
    frexp(rounded, &exponent);
    mpfr_sub_d(m, m, got, MPFR_RNDN);
    e = ldexp(fabs(mpfr_get_d(m, MPFR_RNDN)),
              exponent - 24 < -149 ? 149 : 24 - exponent);
  }
  mpfr_clear(m);
  return e;
}

// Tries one function.
static void
measure(const struct function *f, uint64_t stride) {
  static float x[BLOCK], own[BLOCK];
  static double wide[BLOCK], ref[BLOCK];
  long wrong = 0;
  double worst = 0.5, at = 0;
  for (uint64_t first = 0; first < UINT64_C(1) << 32; first += stride * BLOCK) {
    for (int i = 0; i < BLOCK; i++) {
      uint32_t bits = (uint32_t)(first + stride * (uint64_t)i);
      memcpy(&x[i], &bits, sizeof bits);
      wide[i] = x[i];
    }
    f->own(x, own);
    f->ref(wide, ref);
    for (int i = 0; i < BLOCK; i++) {
      if (own[i] == (float)ref[i] || (own[i] != own[i] && ref[i] != ref[i]))
        continue;
      double e = error(f, x[i], own[i]);
      wrong += e > 0;
      if (e > worst)
        worst = e, at = x[i];
    }
  }
  printf("%s: %ld not correctly rounded, at most %.6f ULP (%a)\n", f->name,
         wrong, worst, at);
  fflush(stdout);
}

int
main(int argc, char **argv) {
  uint64_t stride = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (argc <= 2 || !strcmp(argv[2], functions[i].name))
      measure(&functions[i], stride ? stride : 1);
  return 0;
}
