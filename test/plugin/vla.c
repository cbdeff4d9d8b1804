// Lengths of arrays are those at the declaration, whatever became of the
// variables since.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

__attribute__((noinline)) static long changed(int n, int m) {
  long a[n][m];
  int rows = n, cols = m;
  n = 1, m = 2;
#pragma loft
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      a[i][j] = i * 1000 + j;
  return a[rows - 1][cols - 1] + a[1][0] + (long)sizeof(a[0]) + n + m;
}

__attribute__((noinline)) static void param(int n, int m, float x[n][m],
                                            float (*y)[m]) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i][j] = 2 * x[i][j];
}

int main(void) {
  static float x[30][70], y[30][70];
  for (int i = 0; i < 30 * 70; i++)
    (&x[0][0])[i] = (float)i;
  printf("%ld\n", changed(40, 50));
  param(30, 70, x, y);
  printf("%g %g\n", y[3][4], y[29][69]);
}
