// A driver that knows an integer to be 0 keeps the product with it all the
// same: it may be -0 or not a number.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>

static void
f(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] * (float)(6 & (1 & i));
}

static void
g(int n, const double *x, double *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] * (double)(6u & (1u & (unsigned)i));
}

static double
unsigned_nan(double x) {
  return isnan(x) ? NAN : x;
}

int
main(void) {
  float x[4] = {1, -1, INFINITY, -0.0f}, y[4];
  double u[4] = {1, -1, INFINITY, -0.0}, v[4];
  f(4, x, y);
  g(4, u, v);
  for (int i = 0; i < 4; i++)
    printf("%g %g\n", unsigned_nan(y[i]), unsigned_nan(v[i]));
}
