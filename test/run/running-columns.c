// Recurrences down columns, over fewer, as many, and more columns than lanes.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

// Running sums from above, and what is left below.
static void
sums(int n, int m, const int *x, int *y, int *last)
{
#pragma loft
  for (int j = 0; j < m; j++) {
    int s = j;
    for (int i = 0; i < n; i++) {
      s += x[i * m + j];
      y[i * m + j] = s;
    }
    last[j] = s;
  }
}

// A filter of order 2, upwards and downwards, as in deriche.
static void
filter(int n, int m, const float *x, float *y, float *z)
{
#pragma loft
  for (int j = 0; j < m; j++) {
    float y1 = 0, y2 = 0, x1 = 0;
    for (int i = 0; i < n; i++) {
      y[i * m + j] = 0.5f * x[i * m + j] + 0.25f * x1 + 0.5f * y1 - 0.25f * y2;
      x1 = x[i * m + j];
      y2 = y1;
      y1 = y[i * m + j];
    }
  }
#pragma loft
  for (int j = 0; j < m; j++) {
    float y1 = 0, y2 = 0;
    for (int i = n - 1; i >= 0; i--) {
      z[i * m + j] = y[i * m + j] + 0.5f * y1 - 0.25f * y2;
      y2 = y1;
      y1 = z[i * m + j];
    }
  }
}

// In place, with a branch; planes of a cube.
static void
decay(int n, int p, int m, double *x)
{
#pragma loft
  for (int q = 0; q < p; q++)
    for (int j = 0; j < m; j++) {
      double s = 1;
      for (int i = 0; i < n; i++) {
        double *at = &x[(q * n + i) * m + j];
        s = s * 0.5 + *at;
        if (s > 3)
          *at = s;
      }
    }
}

int
main(void)
{
  static const int sizes[][2] = {{0, 5}, {7, 1}, {5, 63}, {9, 64}, {33, 65},
                                 {40, 200}, {3, 0}};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k][0], m = sizes[k][1];
    size_t size = (size_t)(n * m + 1);
    int *x = calloc(size, sizeof *x), *y = calloc(size, sizeof *y);
    int *last = calloc((size_t)m + 1, sizeof *last);
    float *f = calloc(3 * size, sizeof *f);
    double *d = calloc(2 * size, sizeof *d);
    for (size_t i = 0; i < size; i++) {
      x[i] = (int)(i * 7919 % 1001) - 300;
      f[i] = (float)x[i] / 8;
      d[i] = d[size + i] = (double)x[i] / 64;
    }
    sums(n, m, x, y, last);
    filter(n, m, f, f + size, f + 2 * size);
    decay(n, 2, m, d);
    printf("%d %d %08x %08x %08x %08x\n", n, m, hash(y, size * sizeof *y),
           hash(last, (size_t)m * sizeof *last),
           hash(f, 3 * size * sizeof *f), hash(d, 2 * size * sizeof *d));
    free(x), free(y), free(last), free(f), free(d);
  }
  return 0;
}
