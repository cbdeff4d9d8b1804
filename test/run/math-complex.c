// Functions of <complex.h>: the same bits on CPU and Vulkan, close to libm.
// COVERS: cexp_re cexp_im clog_re csqrt_re csqrt_im sinh_cos cosh_sin cosh_cos
// COVERS: sinh_sin ctanh_re ctanh_im
// RUN: %clang -O1 %s -o %t %link
// RUN: %run %S/Inputs/math.sh %t
#define FLOAT_UNIT 0x1p-20 // ctanhf of glibc is 6 units of the last place off
#include "Inputs/math_check.h"

#include <complex.h>

// An argument; a NaN in it has no sign, which devices need not keep.
#define UNSIGNED(x, nan) ((x) != (x) ? (nan) : (x))
#define Z64                                                                    \
  __builtin_complex(UNSIGNED(x64[i], (double)NAN),                             \
                    UNSIGNED(y64[i], (double)NAN))
#define Z32 __builtin_complex(UNSIGNED(x32[i], NAN), UNSIGNED(y32[i], NAN))
#define BOTH(name)                                                             \
  CHECK(name##_re, creal(name(Z64)), crealf(name##f(Z32)))                     \
  CHECK(name##_im, cimag(name(Z64)), cimagf(name##f(Z32)))

BOTH(cexp)
BOTH(clog)
BOTH(csqrt)
BOTH(csinh)
BOTH(ccosh)
BOTH(ctanh)
BOTH(csin)
BOTH(ccos)
BOTH(ctan)
BOTH(cproj)

// A power is e^(y log x): as close to libm's as its exponent is small.
static void
check_cpow(void)
{
  static double complex w[N];
  _Pragma("loft") for (int i = 0; i < N; i++)
    w[i] = cpow(__builtin_complex(i * 0.01 - 8, 3 - i * 0.002),
                __builtin_complex(1.5 - i * 0.001, i * 0.0005));
  for (int i = 0; i < N; i++) {
    double complex z = cpow(__builtin_complex(i * 0.01 - 8, 3 - i * 0.002),
                            __builtin_complex(1.5 - i * 0.001, i * 0.0005));
    far += cabs(w[i] - z) > cabs(z) * 0x1p-48;
    printf("cpow %d %a %a\n", i, creal(w[i]), cimag(w[i]));
  }
}

int
main(void)
{
  fill();
  check_cpow();
  check_cexp_re(), check_cexp_im();
  check_clog_re(), check_clog_im();
  check_csqrt_re(), check_csqrt_im();
  check_csinh_re(), check_csinh_im();
  check_ccosh_re(), check_ccosh_im();
  check_ctanh_re(), check_ctanh_im();
  check_csin_re(), check_csin_im();
  check_ccos_re(), check_ccos_im();
  check_ctan_re(), check_ctan_im();
  check_cproj_re(), check_cproj_im();
  return far != 0;
}
