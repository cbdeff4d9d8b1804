// Error and gamma functions: the same bits on CPU and Vulkan, close to libm.
// COVERS: erf erfc tgamma lgamma lgamma_sign
// RUN: %clang -O1 %s -o %t %link
// RUN: %run %S/Inputs/math.sh %t
#define _GNU_SOURCE
#include "Inputs/math_check.h"

static int s64[N], s32[N];

ONE(erf)
ONE(erfc)
ONE(tgamma)
ONE(lgamma)

// lgamma_r also stores the sign of gamma; what libm calls the sign at a pole
// or of a NaN does not matter.
static void
check_lgamma_r(void)
{
#pragma loft
  for (int i = 0; i < N; i++)
    r64[i] = lgamma_r(x64[i], &s64[i]);
#pragma loft
  for (int i = 0; i < N; i++)
    r32[i] = lgammaf_r(x32[i], &s32[i]);
  for (int i = 0; i < N; i++) {
    int sign;
    show("lgamma_r", i, r64[i], lgamma_r(x64[i], &sign), 0x1p-50, 0x1p-48);
    printf("%d %d\n", s64[i], s32[i]);
    far += isfinite(r64[i]) && s64[i] != sign;
  }
}

int
main(void)
{
  fill();
  check_erf();
  check_erfc();
  check_tgamma();
  check_lgamma();
  check_lgamma_r();
  return far != 0;
}
