// Elements that tiles and conditions with cases leave out stay as they were.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 1000 };

static void
tiles(int n, int size, float *restrict y, const float *restrict x)
{
#pragma loft
  for (int b = 0; b < n; b += 64)
    for (int i = b; i < (b + 64 < n ? b + 64 : n); i++)
      y[i] = 2 * x[i];
#pragma loft
  for (int b = 0; b < n; b += 64)
    for (int i = b; i < (b + size < n ? b + size : n); i++)
      y[i] += x[i];
}

static void
without(int n, int k, float *restrict y, const float *restrict x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (i != k)
      y[i] = 2 * x[i];
}

static void
around(int n, int from, int to, float *restrict y, const float *restrict x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (i < from || i >= to)
      y[i] = 3 * x[i];
}

int
main(void)
{
  static float x[N], y[N];
  double sum = 0;
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 13);
    y[i] = (float)-i;
  }
  for (int n = 0; n <= N - 40; n += 191) {
    tiles(n, 63, y, x);
    without(n + 17, n / 2, y + 3, x);
    around(n, 20, 70, y + 1, x + 2);
    around(n, 70, 20, y + 1, x + 2);
    for (int i = 0; i < N; i++)
      sum += (i % 29) * y[i];
    printf("%.17g\n", sum);
  }
}
