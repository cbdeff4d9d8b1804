// Conversions to integers that x86's intrinsics make of a number: the
// original's bits on CPU and Vulkan, also where no integer is what they round
// to.
// REQUIRES: x86
// RUN: %clang -O1 %s -o %t %link
// RUN: %three %t
#include <immintrin.h>
#include <math.h>
#include <stdio.h>

enum { N = 4096 };
static float x32[N];
static double x64[N];
static int r32[N], r64[N];
static long long w32[N], w64[N];

static inline int
to_int(float x)
{
  return _mm_cvtss_si32(_mm_load_ss(&x));
}

static void
convert(void)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    r32[i] = to_int(x32[i]) + 3 * _mm_cvttss_si32(_mm_set_ss(x32[i])) +
             5 * _mm_cvt_ss2si(_mm_set_ss(x32[i]));
    r64[i] = _mm_cvtsd_si32(_mm_load_sd(&x64[i])) +
             3 * _mm_cvttsd_si32(_mm_set_sd(x64[i]));
    w32[i] = _mm_cvtss_si64(_mm_set_ss(x32[i]));
    w64[i] = _mm_cvtsd_si64(_mm_set_sd(x64[i]));
  }
}

int
main(void)
{
  static const double special[] = {0.5,   1.5,      2.5,        -0.5,      -1.5,
                                   0x1p31, -0x1p31, 0x1p63,     -0x1p63,   1e30,
                                   -1e30, INFINITY, -INFINITY,  NAN,       -0.0,
                                   0x1.fffffffcp30, 0x1.fffffep30, 0x1.fffffffep30};
  enum { SPECIAL = sizeof special / sizeof *special };
  for (int i = 0; i < N; i++) {
    x64[i] = i < SPECIAL ? special[i] : (i * 7919 % 100003 - 50000) * 0.037 * i;
    x32[i] = (float)x64[i];
  }
  convert();
  unsigned sum32 = 0, sum64 = 0;
  unsigned long long wide32 = 0, wide64 = 0;
  for (int i = 0; i < N; i++) {
    sum32 = sum32 * 31 + (unsigned)r32[i];
    sum64 = sum64 * 31 + (unsigned)r64[i];
    wide32 = wide32 * 31 + (unsigned long long)w32[i];
    wide64 = wide64 * 31 + (unsigned long long)w64[i];
  }
  printf("%x %x %llx %llx\n", sum32, sum64, wide32, wide64);
  return 0;
}
