// Products fused into sums of doubles, on devices that do not fuse them too.
// REQUIRES: fma
// RUN: %clang -O2 -mfma %s -o %t %link && %three %t
// RUN: %clang -O3 -march=native %s -o %t %link && %three %t
#include <stdio.h>

enum { N = 4000 };

static void
residuals(int n, double *restrict y, const double *restrict x,
          const double *restrict z) {
#pragma loft map
  for (int i = 0; i < n; i++)
    y[i] -= x[i] * z[i];
}

int
main(void) {
  static double x[N], y[N], z[N];
  for (int i = 0; i < N; i++) {
    x[i] = 1 + i / 7.0;
    z[i] = 1 / x[i];
    y[i] = x[i] * z[i];
  }
  residuals(N, y, x, z);
  for (int i = 0; i < N; i++)
    printf("%a\n", y[i]);
  return 0;
}
