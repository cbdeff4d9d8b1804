#include "cg.h"

void
product(int n, const int *column, const double *value, const double *x,
        double *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < WIDTH; k++)
      s += value[i * WIDTH + k] * x[column[i * WIDTH + k]];
    y[i] = s;
  }
}

void
residual(int n, const double *b, const double *y, double *restrict r) {
#pragma loft
  for (int i = 0; i < n; i++)
    r[i] = b[i] - y[i];
}
