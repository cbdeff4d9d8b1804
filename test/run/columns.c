// Loops that add rows to an array fold its columns, in C's order: the same bits as
// the original; both halves of bicg and of atax; other orders of a matrix product.
// Few columns of many rows are summed in parts: of numbers that have no rounding.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
static void
column_sums(int n, int m, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[j] += x[i * m + j];
}
static void
transposed(int n, int m, double a[n][m], const double *x, double *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[j] -= a[i][j] * x[i];
}
static void
bicg(int n, int m, double a[n][m], double *s, double *q, const double *p,
     const double *r) {
#pragma loft
  for (int i = 0; i < n; i++) {
    q[i] = 0;
    for (int j = 0; j < m; j++) {
      s[j] += r[i] * a[i][j];
      q[i] += a[i][j] * p[j];
    }
  }
}
static void
atax(int n, int m, double a[n][m], const double *x, double *y, double *t) {
#pragma loft
  for (int i = 0; i < n; i++) {
    t[i] = 0;
    for (int j = 0; j < m; j++)
      t[i] += a[i][j] * x[j];
    for (int j = 0; j < m; j++)
      y[j] += a[i][j] * t[i];
  }
}
static void
product(int n, int p, int m, float a[p][n], float b[p][m], float c[n][m]) {
#pragma loft
  for (int k = 0; k < p; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[i][j] += a[k][i] * b[k][j];
}
static unsigned long hash = 7;
static void
add(const void *data, size_t bytes) {
  const unsigned char *p = data;
  for (size_t i = 0; i < bytes; i++)
    hash = hash * 31 + p[i];
  printf("%lower\n", hash);
}

int
main(void) {
  static const int sizes[][2] = {{40, 30}, {3, 300}, {300, 3},
                                 {700, 5}, {0, 20},  {20, 0}};
  for (int k = 0; k < 6; k++) {
    int n = sizes[k][0], m = sizes[k][1];
    double *a = calloc(n * m + 1, 8), *x = calloc(n + m, 8),
           *y = calloc(n + m, 8), *z = calloc(n + m, 8), *w = calloc(n + m, 8);
    float *f = calloc(n * m + 1, 4), *g = calloc(n + m, 4),
          *c = calloc(n * n + 1, 4), *b = calloc(m * n + 1, 4);
    int few = m < 256 && n >= 64 * m;
    for (int i = 0; i < n * m; i++) {
      a[i] = few ? i % 17 - 8 : (i * 37 % 101) / 7.0 - 5;
      f[i] = few ? i % 13 - 4 : (i * 31 % 103) / 11.0f - 4;
      b[i] = f[i] + 1;
    }
    for (int i = 0; i < n + m; i++) {
      x[i] = few ? i % 5 : i * 13 % 29 / 3.0;
      y[i] = few ? i % 7 : i * 11 % 23 / 7.0;
    }
    column_sums(n, m, f, g);
    add(g, m * 4);
    transposed(n, m, (void *)a, x, y);
    add(y, m * 8);
    bicg(n, m, (void *)a, y, z, x, x);
    add(y, m * 8);
    add(z, n * 8);
    atax(n, m, (void *)a, x, y, w);
    add(y, m * 8);
    add(w, n * 8);
    product(n, m, n, (void *)f, (void *)b, (void *)c);
    add(c, n * n * 4);
  }
}
