// Products with triangles in place: rows that read rows which are written later,
// upwards and downwards, or add to rows that were. All are spaces of elements.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
static void
trmm(int m, int n, double alpha, double a[m][m], double b[m][n]) {
#pragma loft
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < m; k++)
        b[i][j] += a[k][i] * b[k][j];
      b[i][j] = alpha * b[i][j];
    }
}
static void
upper(int m, int n, double *a, double *b) {
#pragma loft
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      double s = b[i * n + j];
      for (int k = 0; k < i; k++)
        s -= a[i * m + k] * b[k * n + j];
      b[i * n + j] = s;
    }
}
static void
drop(int m, int x[m][32]) {
#pragma loft
  for (int i = 0; i + 2 < m; i++)
    for (int j = 0; j < 32; j++)
      x[i][j] = x[i + 1][j] * 3 + x[i + 2][j] + x[i][j];
}
// Each row is added to those before it: they are written first.
static void
symm(int m, int n, double alpha, double c[m][n], double a[m][m],
     double b[m][n]) {
#pragma loft
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double t = 0;
      for (int k = 0; k < i; k++) {
        c[k][j] += alpha * b[i][j] * a[i][k];
        t += b[k][j] * a[i][k];
      }
      c[i][j] = 0.5 * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * t;
    }
}
// A row further down was written: this stays in order.
static void
solve(int m, int n, double *a, double *b) {
#pragma loft
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < i; k++)
        b[i * n + j] -= a[i * m + k] * b[k * n + j];
}

int
main(void) {
  for (int m = 1; m < 80; m = m * 5 + 1)
    for (int n = 0; n < 50; n += 24) {
      double *a = malloc(m * m * 8), *b = calloc(m * n + 1, 8), s = 0;
      int (*x)[32] = calloc(m, sizeof *x), t = 0;
      for (int i = 0; i < m * m; i++)
        a[i] = i * 37 % 101 / 50.0 - 1;
      for (int i = 0; i < m * n; i++)
        b[i] = i * 31 % 97 / 70.0;
      for (int i = 0; i < m * 32; i++)
        x[0][i] = i * 7 % 100;
      trmm(m, n, 0.75, (void *)a, (void *)b);
      upper(m, n, a, b);
      drop(m, x);
      double *c = calloc(m * n + 1, 8);
      symm(m, n, 0.25, (void *)c, (void *)a, (void *)b);
      for (int i = 0; i < m * n; i++)
        s = s * 0.75 + c[i];
      solve(m, n, a, b);
      for (int i = 0; i < m * n; i++)
        s = s * 0.5 + b[i];
      for (int i = 0; i < m * 32; i++)
        t = t * 3 ^ x[0][i];
      printf("%d %d: %a %d\n", m, n, s, t);
    }
}
