// Sums in C's order, and all around them in parallel: C's bits.
// RUN: %clang -O2 -ffp-contract=off %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>

enum { N = 5000, M = 40 };
static double x[N], y[N], a[N][M];
static float f[N];

int
main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = ((i * 7919) % 1013 - 500) * 1e-3 + 1e8 * (i % 3);
    f[i] = (float)((i * 31) % 257 - 100) / 7;
    for (int k = 0; k < M; k++)
      a[i][k] = (i * k) % 11 / 3.0;
  }
  double s = 0.1, r = 1;
  float t = 0.3f, least = 1000;
  int positive = 0;
#pragma loft exact
  for (int i = 0; i < N; i++) {
    double e = sqrt(fabs(x[i])) / (1 + x[i] * x[i]) + sqrt(2 + f[i] * f[i]);
    e = e / (3 + f[i] * f[i]) + sqrt(e) / (7 + e) + 1 / (e + 1) + 2 / (e + 2);
    y[i] = e;
    positive += f[i] > 0;
    s += e;
    r -= e / 3;
  }
#pragma loft exact
  for (int i = 0; i < N; i++) {
    float row = 0;
    for (int k = 0; k < M; k++)
      row += (float)a[i][k] * f[i];
    if (row < least)
      least = row;
    t += row;
  }
  double u = 0;
#pragma loft region exact
  {
    for (int i = 0; i < N; i++)
      y[i] = y[i] * 3 + x[i];
    for (int i = 0; i < N; i++)
      u += y[i];
  }
  printf("%a %a %d %a %a %a %a\n", s, r, positive, t, least, u, y[N - 1]);
}
