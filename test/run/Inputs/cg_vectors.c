#include "cg.h"

double
dot(int n, const double *x, const double *y) {
  double s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

void
add_scaled(int n, double a, const double *x, double *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

void
scale_and_add(int n, double a, const double *x, double *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] + a * y[i];
}
