// Running sums along rows: few long ones, many short ones, and none; with what
// each row leaves; in place; of two folds; downwards.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

static void
sums(int n, int m, const int *x, int *y, int *last)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int s = 3 * i;
    for (int j = 0; j < m; j++) {
      y[i * m + j] = s;
      s += x[i * m + j];
    }
    last[i] = s;
  }
}

static void
in_place(int n, int m, unsigned *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      x[i * m + j] += x[i * m + j - 1];
}

static void
both(int n, int m, const int *x, int *low, int *high)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int lo = 1 << 30, hi = -1 << 30;
    for (int j = m - 1; j >= 0; j--) {
      if (x[i * m + j] < lo)
        lo = x[i * m + j];
      if (x[i * m + j] > hi)
        hi = x[i * m + j];
      low[i * m + j] = lo;
      high[i * m + j] = hi - lo;
    }
  }
}

static void
columns(int n, int m, const long *x, long *y)
{
#pragma loft
  for (int j = 0; j < m; j++) {
    long s = 1;
    for (int i = 0; i < n; i++) {
      s ^= x[i * m + j];
      y[i * m + j] = s;
    }
  }
}

int
main(void)
{
  static const int sizes[][2] = {{0, 2000}, {3, 0},     {1, 5000}, {3, 1024},
                                 {7, 2500}, {300, 100}, {2100, 3}};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k][0], m = sizes[k][1];
    size_t size = (size_t)(n * m + 1);
    int *x = calloc(size, sizeof *x), *y = calloc(size, sizeof *y);
    int *z = calloc(size, sizeof *z), *w = calloc(size, sizeof *w);
    int *last = calloc((size_t)n + 1, sizeof *last);
    unsigned *u = calloc(size, sizeof *u);
    long *l = calloc(2 * size, sizeof *l);
    for (size_t i = 0; i < size; i++) {
      x[i] = (int)(i * 7919 % 1001) - 300;
      u[i] = (unsigned)i * 2654435761u;
      l[i] = (long)u[i] << 7;
    }
    sums(n, m, x, y, last);
    in_place(n, m, u);
    both(n, m, x, z, w);
    columns(m, n, l, l + size);
    printf("%d %d %08x %08x %08x %08x %08x %08x\n", n, m,
           hash(y, size * sizeof *y), hash(last, (size_t)n * sizeof *last),
           hash(u, size * sizeof *u), hash(z, size * sizeof *z),
           hash(w, size * sizeof *w), hash(l, 2 * size * sizeof *l));
    free(x), free(y), free(z), free(w), free(last), free(u), free(l);
  }
  return 0;
}
