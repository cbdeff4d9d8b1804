// Loops cut into strips and tiles by hand, sizes beyond one tile.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
enum { N = 75, M = 61 };
static int x[N * M], y[N * M];

static void
strips(int n)
{
#pragma loft required
  for (int ii = 0; ii < n; ii += 16)
    for (int i = ii; i < MIN(ii + 16, n); i++)
      x[i] += i;
}

static void
transpose(int n, int m)
{
#pragma loft required
  for (int ii = 0; ii < n; ii += 16)
    for (int jj = 0; jj < m; jj += 8)
      for (int i = ii; i < MIN(ii + 16, n); i++)
        for (int j = jj; j < MIN(jj + 8, m); j++)
          y[i * m + j] = x[j * n + i];
}

int
main(void)
{
  for (int i = 0; i < N * M; i++)
    x[i] = i * 7 % 101;
  strips(N * M);
  strips(5);
  transpose(N, M);
  transpose(7, 16);
  for (int i = 0; i < N * M; i++)
    printf("%d %d\n", x[i], y[i]);
}
