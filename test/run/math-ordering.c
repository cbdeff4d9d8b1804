// isless and its kin: comparisons of floats, doubles and one of each, with NaN,
// infinities and zeros of both signs.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <math.h>
#include <stdio.h>

enum { N = 64 };

static float x[N];
static double y[N];
static int z[N];

__attribute__((noinline)) static void
orders(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    z[i] = (isless(x[i], y[i]) != 0) + 2 * (islessequal(x[i], 1.0f) != 0) +
           4 * (isgreater(y[i], x[i]) != 0) +
           8 * (isgreaterequal(x[i], y[i]) != 0) +
           (islessgreater(x[i], y[i]) ? 16 : 0) +
           (isunordered(x[i], y[i]) ? 32 : 0);
}

__attribute__((noinline)) static double
greatest(int n)
{
  double m = -INFINITY;
#pragma loft
  for (int i = 0; i < n; i++)
    if (isgreater(y[i], m))
      m = y[i];
  return m;
}

int
main(void)
{
  const float some[] = {0, -0.0f, 1, -2, NAN, INFINITY, -INFINITY, 3};
  for (int i = 0; i < N; i++) {
    x[i] = some[i % 8];
    y[i] = some[i / 8];
  }
  orders(N);
  for (int i = 0; i < N; i++)
    printf("%d%c", z[i], i % 8 == 7 ? '\n' : ' ');
  printf("%g\n", greatest(40));
  return 0;
}
