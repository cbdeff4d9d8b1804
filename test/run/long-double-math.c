// The C library's functions of long doubles, called as the original calls them:
// in maps, under conditions, in sums and with a subscript made of one.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t -lm %link 2>&1 | FileCheck %s
// RUN: %three %t cpu
// REQUIRES: x86
// CHECK-NOT: warning
// CHECK: remark: the lifted loop runs on the CPU only: no GPU computes in long double
#include <math.h>
#include <stdio.h>

enum { N = 3000 };

static long double x[N], y[N];
static double d[N];
static long place[N];

// Functions of one operand.
static void
one(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = expl(x[i]) + exp2l(x[i]) * expm1l(x[i]) - sinl(x[i]) / cosl(x[i]) +
           tanl(x[i]) + sinhl(x[i]) + coshl(x[i]) + tanhl(x[i]) + cbrtl(x[i]) +
           atanl(x[i]) + asinhl(x[i]) + erfl(x[i]) + erfcl(x[i]);
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[i] += logl(x[i]) + log2l(x[i]) + log10l(x[i]) + log1pl(x[i]) +
              tgammal(x[i]);
    else if (x[i] >= -1)
      y[i] -= asinl(x[i]) + acosl(x[i]) + atanhl(x[i] / 2) + acoshl(1 - x[i]);
}

// Functions of two operands, and what rounds to an integer.
static void
two(int n, long double p) {
#pragma loft
  for (int i = 0; i < n; i++) {
    d[i] = powl(fabsl(x[i]), p) + hypotl(x[i], p) + atan2l(x[i], p);
    y[i] = copysignl(fmodl(x[i], p) + fdiml(x[i], p), remainderl(x[i], p)) +
           nextafterl(x[i], p);
    place[i] = lroundl(x[i] * 100) + llroundl(roundl(x[i]));
  }
}

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i - N / 2) / 200.0L + 1e-17L;
  for (int n = 0; n <= N; n = n * 2 + 1000) {
    long double s = 0;
    double most = 0, h = 0;
    one(n);
    for (int i = 0; i < n; i++)
      h += (double)(y[i] * (i % 7));
    two(n, 1.7L);
    for (int i = 0; i < n; i++)
      h += (double)(y[i] * (i % 5)) + d[i] + (double)place[i];
#pragma loft
    for (int i = 0; i < n; i++)
      s += rintl(expl(x[i]) * 64);
#pragma loft
    for (int i = 0; i < n; i++)
      most = fmax(most, (double)sqrtl(logl(2 + fabsl(x[i]))));
    printf("%d: %.17g %.21Lg %.17g\n", n, h, s, most);
  }
}
