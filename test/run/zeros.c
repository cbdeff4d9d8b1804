// 0 - x is not -x: drivers must keep the sign of zero.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

static void
f(int n, const float *x, const int *k, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = (k[i] & 0) - x[i];
}

static void
g(int n, const double *x, double *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 0.0;
}

int
main(void) {
  float x[4] = {0, -0.0f, 1, -1}, y[4];
  double u[4] = {0, -0.0, 1, -1}, v[4];
  int k[4] = {1, 2, 3, 4};
  f(4, x, k, y);
  g(4, u, v);
  for (int i = 0; i < 4; i++)
    printf("%a %a\n", y[i], v[i]);
}
