// math_check.h: ONE(name) and TWO(name) define check_name(), which computes a
// function of <math.h> in lifted loops, in double and float, prints the bits
// and counts in "far" the results that are not close to libm's.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The relative difference of floats from libm's that is allowed.
#ifndef FLOAT_UNIT
#define FLOAT_UNIT 0x1p-22
#endif

enum { N = 2048 };
static double x64[N], y64[N], r64[N];
static float x32[N], y32[N], r32[N];
static int far;

static const double special[] = {
    0,      0.5,    1,       1.5,    2,        2.5,     3,        7,
    100,    127,    128,     150,    171.5,    1023,    1074,     0x1p-30,
    0x1p30, 0x1p52, 0x1p53,  0x1p63, 0x1p-126, 0x1p127, 0x1p-149, 0x1p-1022,
    1e300,  1e-300, INFINITY, NAN,   1e-320,   0.25,    88.7,     709.7};
enum { SPECIALS = sizeof special / sizeof *special };

// The arguments: all pairs of special ones, then pseudorandom ones.
static void
fill(void)
{
  uint64_t u = 88172645463325252u;
  for (int i = 0; i < N; i++) {
    u = u * 6364136223846793005u + 1442695040888963407u;
    int a = i % SPECIALS, b = i / SPECIALS % SPECIALS;
    double x = special[a], y = special[b];
    if (i >= N / 2) {
      x = ldexp((double)(u >> 40), (int)(u >> 20) % 40 - 32);
      y = ldexp((double)(u & 0xffffff), (int)(u >> 30) % 20 - 24);
    }
    x64[i] = u >> 63 ? -x : x;
    y64[i] = u >> 62 & 1 ? -y : y;
    x32[i] = (float)x64[i];
    y32[i] = (float)y64[i];
  }
}

// Prints one result's bits (any NaN alike) and compares it with libm's, "e":
// "unit" is the difference allowed, relative and, for "least", absolute.
static void
show(const char *name, int i, double r, double e, double unit, double least)
{
  uint64_t bits;
  memcpy(&bits, &r, sizeof bits);
  printf("%s %d %llx\n", name, i, r != r ? 1ull : (unsigned long long)bits);
  if ((r != r && e != e) || (r == e && signbit(r) == signbit(e)))
    return;
  if (fabs(r - e) <= fabs(e) * unit + least && signbit(r) == signbit(e))
    return;
  far++;
  fprintf(stderr, "%s(%a, %a) = %a, libm %a\n", name, x64[i], y64[i], r, e);
}

#define CHECK(name, call64, call32)                                            \
  static void check_##name(void)                                               \
  {                                                                            \
    _Pragma("loft") for (int i = 0; i < N; i++) r64[i] = call64;               \
    _Pragma("loft") for (int i = 0; i < N; i++) r32[i] = call32;               \
    for (int i = 0; i < N; i++) {                                              \
      show(#name, i, r64[i], call64, 0x1p-50, 0x1p-1072);                      \
      show(#name "f", i, r32[i], call32, FLOAT_UNIT, 0x1p-147);                \
    }                                                                          \
  }
#define ONE(name) CHECK(name, name(x64[i]), name##f(x32[i]))
#define TWO(name) CHECK(name, name(x64[i], y64[i]), name##f(x32[i], y32[i]))
