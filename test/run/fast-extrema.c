// Extrema of floats that are compiled with -ffast-math: their identities are
// NaNs and infinities, which are nothing that such code may compare.
// RUN: %clang -O2 -ffast-math %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <math.h>
#include <stdio.h>

#define FN __attribute__((noinline)) static
enum { N = 20001 };
static float x[2 * N], y[4];
static double z[N];

FN float
least(int n) {
  float b = x[0];
#pragma loft
  for (int i = 1; i < n; i++)
    b = fminf(b, x[i]);
  return b;
}

FN float
greatest(int n) {
  float b = x[0];
#pragma loft
  for (int i = 1; i < n; i++)
    b = fmaxf(x[i], b);
  return b;
}

FN double
least_double(int n) {
  double b = 1e300;
#pragma loft
  for (int i = 0; i < n; i++)
    b = fmin(b, z[i]);
  return b;
}

FN void
rows(int n, int m) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float lo = 1e30f, hi = -1e30f;
    for (int j = 0; j < m; j++) {
      lo = fminf(lo, x[i * m + j]);
      hi = fmaxf(hi, x[i * m + j]);
    }
    y[2 * i] = lo;
    y[2 * i + 1] = hi;
  }
}

FN void
columns(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++) {
      y[j] = fminf(y[j], x[2 * i + j]);
      y[2 + j] = x[2 * i + j] > y[2 + j] ? x[2 * i + j] : y[2 + j];
    }
}

int
main(void) {
  for (int i = 0; i < 2 * N; i++)
    x[i] = (float)((i + 2500) * 7919L % 2003);
  for (int i = 0; i < N; i++)
    z[i] = (i + 2500) % N - 100;
  for (int n = 1; n <= N; n = n * 4 + 1000)
    printf("%g %g %g\n", least(n), greatest(n), least_double(n));
  rows(2, 17000);
  printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]);
  columns(N);
  printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]);
}
