// Several loops as one unit; the temporary never leaves it.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 700 };

static float
norm(int n, const float *x, const float *y, float *out)
{
  float s = 0;
#pragma loft region
  {
    float t[N];
    for (int i = 0; i < n; i++)
      t[i] = x[i] - y[i];
    for (int i = 0; i < n; i++)
      out[i] = t[i] * t[i];
    for (int i = 0; i < n; i++)
      s += t[i];
  }
  return s;
}

int
main(void)
{
  static float x[N], y[N], out[N];
  for (int i = 0; i < N; i++)
    x[i] = (float)(i % 31), y[i] = (float)(i % 7) / 2;
  printf("%a\n", norm(N, x, y, out));
  for (int i = 0; i < N; i++)
    printf("%a\n", out[i]);
}
