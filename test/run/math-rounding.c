// Rounding, remainders and work on exponents and signs: the original's bits on
// CPU and Vulkan.
// COVERS: round fmod remainder fdim copysign nextafter scale_by frexp_mantissa
// COVERS: frexp_exponent modf_fraction
// RUN: %clang -O1 %s -o %t %link
// RUN: %three %t
#include "Inputs/math_check.h"

static int e64[N], e32[N];
static long whole[N];
static long long wide[N];

// Prints a checksum of "r", any NaN alike.
#define SHOW(name, r)                                                          \
  do {                                                                         \
    uint64_t sum = 0;                                                          \
    for (int i = 0; i < N; i++) {                                              \
      double v = (double)(r)[i];                                               \
      uint64_t bits;                                                           \
      memcpy(&bits, &v, sizeof bits);                                          \
      sum = sum * 31 + (v != v ? 1 : bits);                                    \
    }                                                                          \
    printf("%s %llx\n", name, (unsigned long long)sum);                        \
  } while (0)

#define EACH(name, statement64, statement32)                                   \
  static void each_##name(void)                                                \
  {                                                                            \
    _Pragma("loft") for (int i = 0; i < N; i++) { statement64; }               \
    _Pragma("loft") for (int i = 0; i < N; i++) { statement32; }               \
    SHOW(#name, r64);                                                          \
    SHOW(#name "f", r32);                                                      \
  }
#define EACH1(name) EACH(name, r64[i] = name(x64[i]), r32[i] = name##f(x32[i]))
#define EACH2(name)                                                            \
  EACH(name, r64[i] = name(x64[i], y64[i]), r32[i] = name##f(x32[i], y32[i]))

EACH1(round)
EACH1(nearbyint)
EACH2(fmod)
EACH2(fdim)
EACH2(copysign)
EACH2(nextafter)
EACH(ldexp, r64[i] = ldexp(x64[i], e64[i]), r32[i] = ldexpf(x32[i], e32[i]))
EACH(scalbln, r64[i] = scalbln(x64[i], -e64[i]),
     r32[i] = scalblnf(x32[i], -e32[i]))
EACH(frexp, int e; r64[i] = frexp(x64[i], &e); r64[i] += 4 * e,
     r32[i] = frexpf(x32[i], &e32[i]))
EACH(modf, r64[i] = modf(x64[i], &y64[i]),
     float t; float f = modff(x32[i], &t); r32[i] = f - t)

// glibc's sign of a remainder 0 by a subnormal is not IEEE's.
EACH(remainder, r64[i] = fabs(remainder(x64[i], y64[i])),
     r32[i] = fabsf(remainderf(x32[i], y32[i])))

// What is 0 as a remainder has the sign of x.
EACH(remquo, int q = 0; double r = remquo(x64[i], y64[i], &q); r64[i] = i & 1 ? r : q,
     int q = 0; float r = remquof(x32[i], y32[i], &q); r32[i] = i & 1 ? r : (float)q)

// Rounded to integers, where they have room.
static void
each_integer(void)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    double x = fabs(x64[i]) < 0x1p62 ? x64[i] : 0.0;
    float y = fabsf(x32[i]) < 0x1p62f ? x32[i] : 0.0f;
    whole[i] = lround(x) + lrintf(y);
    wide[i] = llrint(x) - llroundf(y);
  }
  SHOW("whole", whole);
  SHOW("wide", wide);
}

// Classes and signs.
static void
each_class(void)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    double x = x64[i];
    float y = y32[i];
    e64[i] = (isnan(x) != 0) + 2 * (isinf(x) != 0) + 4 * (isfinite(x) != 0) +
             8 * (isnan(y) != 0) + 16 * (isinf(y) != 0);
    e32[i] = (signbit(x) != 0) + 2 * (signbit(y) != 0) +
             4 * __builtin_isinf_sign(x);
  }
  SHOW("class", e64);
  SHOW("sign", e32);
}

int
main(void)
{
  fill();
  for (int i = 0; i < N; i++) {
    e64[i] = i * 7 % 2300 - 1200;
    e32[i] = i * 5 % 320 - 170;
  }
  each_round();
  each_nearbyint();
  each_fmod();
  each_remainder();
  each_remquo();
  each_fdim();
  each_copysign();
  each_nextafter();
  each_ldexp();
  each_scalbln();
  each_integer();
  each_frexp();
  SHOW("exponents", e32);
  each_modf();
  SHOW("integers", y64);
  each_class();
  return 0;
}
