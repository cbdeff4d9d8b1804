// Products are fused into sums (-ffp-contract=on) by the function they are
// written in: not by one for another processor that it is inlined into, nor by
// one that it is called from.
// REQUIRES: fma
// RUN: %clang -O2 %s -o %t %link && %three %t
// RUN: %clang -O0 %s -o %t %link && %three %t
// RUN: %clang -O2 -mfma -DOTHER='"no-fma"' %s -o %t %link && %three %t
// RUN: %clang -O2 -flto %s -c -o %t.o && %clang -O2 -flto %t.o -o %t %link
#include <stdio.h>

#ifndef OTHER
#define OTHER "fma"
#endif
#define other __attribute__((target(OTHER), noinline))
enum { N = 1000 };

static double
step(double x, double y, double z) {
  return x * y + z;
}

__attribute__((target(OTHER))) static double
other_step(double x, double y, double z) {
  return x * y - z;
}

static void
plain(int n, double *restrict out, const double *restrict x) {
#pragma loft map required
  for (int i = 0; i < n; i++)
    out[i] = x[i] * x[i] - out[i];
}

other static void
inlines_plain(int n, double *restrict out, const double *restrict x) {
  plain(n, out, x);
}

other static void
calls_step(int n, double *restrict out, const double *restrict x) {
#pragma loft map required
  for (int i = 0; i < n; i++)
    out[i] = step(x[i], out[i], x[i] * x[i] + 1);
}

__attribute__((noinline)) static void
calls_other(int n, double *restrict out, const double *restrict x) {
#pragma loft map required
  for (int i = 0; i < n; i++)
    out[i] = other_step(x[i], out[i], x[i] * x[i] + 1);
}

int
main(void) {
  static double x[N], y[N];
  for (int i = 0; i < N; i++) {
    x[i] = 1 / (i + 3.0);
    y[i] = 1 / (i + 0.7);
  }
  inlines_plain(N, y, x);
  calls_step(N, y, x);
  calls_other(N, y, x);
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s * 0.3 + y[i];
  printf("%a %a %a\n", s, y[7], y[N - 1]);
}
