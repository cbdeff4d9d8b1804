// Arrays of a length that is known before the loop, declared in it: each
// iteration has its part of one array.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 50, M = 9 };

static void
rows(int n, int m, const float *x, float *y) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    float t[m], s = 0;
    for (int j = 0; j < m; j++)
      t[j] = x[i * m + j] * 2;
    for (int j = 0; j < m; j++)
      s += t[m - 1 - j] * t[j];
    y[i] = s;
  }
}

// In two loops, of two dimensions, by a pointer, some of it under a condition.
static void
squares(int n, int m, const int *x, long *y) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      int t[m][m + 1];
      for (int a = 0; a < m; a++)
        for (int b = 0; b <= m; b++)
          t[a][b] = x[(i + a * b) % n] + k;
      long s = 0;
      if (x[i] > 10)
        for (int a = 0; a < m; a++) {
          const int *p = t[a];
          for (int b = 0; b < m; b++)
            s += p[b + 1] * t[b][a];
        }
      y[i * 3 + k] = s;
    }
}

static float x[N * M], y[N];
static int u[N];
static long v[3 * N];

int
main(void) {
  for (int i = 0; i < N * M; i++)
    x[i] = (float)(i * 7 % 23) / 4;
  for (int i = 0; i < N; i++)
    u[i] = i * 11 % 37;
  rows(N, M, x, y);
  squares(N, M, u, v);
  for (int i = 0; i < N; i++)
    printf("%g %ld %ld %ld\n", y[i], v[3 * i], v[3 * i + 1], v[3 * i + 2]);
}
