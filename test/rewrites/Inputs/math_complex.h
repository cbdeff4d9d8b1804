// math_complex.h: parts of complex functions of x + iy by MPFR, for
// math_accuracy.c. Where x or y is no finite number, or y is 0, they are the C
// library's.
#include <complex.h>
#include <mpfr.h>

// exact_name(r, x, y): the rest sets r from x and y, with s and t at hand;
// "part" of "fn" is the C library's.
#define PART(name, part, fn, ...)                                              \
  static int exact_##name(mpfr_t r, const mpfr_t x, const mpfr_t y,            \
                          mpfr_rnd_t z) {                                      \
    if (!mpfr_number_p(x) || !mpfr_regular_p(y)) {                             \
      double a = mpfr_get_d(x, z);                                             \
      double b = mpfr_nan_p(y) ? NAN : mpfr_get_d(y, z);                       \
      return mpfr_set_d(r, part(fn(__builtin_complex(a, b))), z);              \
    }                                                                          \
    mpfr_t s, t;                                                               \
    mpfr_inits2(300, s, t, (mpfr_ptr)0);                                       \
    __VA_ARGS__;                                                               \
    mpfr_clears(s, t, (mpfr_ptr)0);                                            \
    return 0;                                                                  \
  }

// f(x) * g(y)
#define PRODUCT(f, g) mpfr_##f(s, x, z), mpfr_##g(t, y, z), mpfr_mul(r, s, t, z)

// s = |z|
#define LENGTH mpfr_hypot(s, x, y, z)

// s = sqrt((|x| + |z|) / 2), t = |y| / 2s; r is s where "greater" holds, else t
#define ROOT(greater)                                                          \
  LENGTH, mpfr_abs(t, x, z), mpfr_add(s, s, t, z), mpfr_div_ui(s, s, 2, z);    \
  mpfr_sqrt(s, s, z), mpfr_abs(t, y, z);                                       \
  if (!mpfr_zero_p(s))                                                         \
    mpfr_div(t, t, s, z), mpfr_div_ui(t, t, 2, z);                             \
  mpfr_set(r, (greater) ? s : t, z)

// t = sinh^2 x + cos^2 y
#define SQUARES                                                                \
  mpfr_sinh(s, x, z), mpfr_sqr(s, s, z), mpfr_cos(t, y, z);                    \
  mpfr_sqr(t, t, z), mpfr_add(t, s, t, z)

PART(cexp_re, creal, cexp, PRODUCT(exp, cos))
PART(cexp_im, cimag, cexp, PRODUCT(exp, sin))
PART(clog_re, creal, clog, (LENGTH, mpfr_log(r, s, z)))
PART(csqrt_re, creal, csqrt, ROOT(mpfr_sgn(x) >= 0))
PART(csqrt_im, cimag, csqrt, ROOT(mpfr_sgn(x) < 0);
     mpfr_setsign(r, r, mpfr_signbit(y), z))
PART(sinh_cos, creal, csinh, PRODUCT(sinh, cos))
PART(cosh_sin, cimag, csinh, PRODUCT(cosh, sin))
PART(cosh_cos, creal, ccosh, PRODUCT(cosh, cos))
PART(sinh_sin, cimag, ccosh, PRODUCT(sinh, sin))
// Far out it is 1 or -1, and the squares overflow.
PART(ctanh_re, creal, ctanh,
     int far = mpfr_cmpabs_ui(x, 100000) > 0 ? mpfr_sgn(x) : 0;
     SQUARES; mpfr_sinh_cosh(s, r, x, z), mpfr_mul(s, s, r, z);
     far ? mpfr_set_si(r, far, z) : mpfr_div(r, s, t, z))
PART(ctanh_im, cimag, ctanh, SQUARES;
     mpfr_sin_cos(s, r, y, z), mpfr_mul(s, s, r, z), mpfr_div(r, s, t, z))
