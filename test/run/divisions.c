// div, ldiv, lldiv and imaxdiv, which give structures, and fpclassify and
// isnormal, of numbers of all kinds.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { N = 400 };

static int k[N], e[N], count[5];
static long l[N], m[N];
static long long ll[N];
static intmax_t big[N];
static double x[N];
static float f[N];

static void
divide(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    div_t d = div(k[i], 7);
    e[i] = d.quot * 10 + d.rem;
  }
#pragma loft required
  for (int i = 0; i < n; i++) {
    ldiv_t d = ldiv(l[i], k[i] | 1);
    m[i] = d.quot ^ d.rem << 3;
    ll[i] += lldiv(ll[i], 1000).rem;
    big[i] = imaxdiv(big[i], i + 1).quot;
  }
#pragma loft required
  for (int i = 0; i < n; i++) {
    div_t at;
    at = div(i, 20);
    k[at.quot * 20 + at.rem] += at.rem;
  }
}

static void
classify(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    e[i] = e[i] * 64 + fpclassify(x[i]) * 8 + fpclassify(f[i]);
#pragma loft required
  for (int i = 0; i < n; i++)
    m[i] += 2 * isnormal(x[i]) + (isnormal(f[i]) ? 5 : 0);
#pragma loft required
  for (int i = 0; i < n; i++)
    switch (fpclassify(x[i])) {
    case FP_NAN:
      count[0]++;
      break;
    case FP_ZERO:
      count[1]++;
      break;
    case FP_SUBNORMAL:
      count[2]++;
      break;
    default:
      count[3]++;
    }
}

int
main(void) {
  static const double all[] = {0.0,     -0.0,     1.5,     -3e300, 1e-310,
                               -5e-324, INFINITY, -NAN,    2e-308, NAN,
                               1e-40,   -1e-45,   1.2e-38, 3e38,   -INFINITY};
  for (int n = 1; n <= N; n = n * 5 + 3) {
    for (int i = 0; i < N; i++) {
      k[i] = i * 7919 % 1000 - 500;
      l[i] = (long)i * 1234567890123 - 77777777777;
      ll[i] = l[i] * 3;
      big[i] = -l[i];
      x[i] = all[i % 15];
      f[i] = (float)x[i];
    }
    divide(n);
    classify(n);
    printf("%08x %08x ", hash(e, sizeof e), hash(m, sizeof m));
    printf("%08x %08x ", hash(ll, sizeof ll), hash(big, sizeof big));
    printf("%08x %08x\n", hash(k, sizeof k), hash(count, sizeof count));
  }
  return 0;
}
