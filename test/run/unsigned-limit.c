// An unsigned long beyond 2^63 that a condition compares with: what the loop
// touches is not known then, and the original runs.
// RUN: %clang -O1 %s -o %t %link
// RUN: %three %t nowhere
#include <stdio.h>

enum { N = 100000 };
static unsigned long x[N];
static float y[N], z[N];

static void
below(long n, unsigned long u)
{
#pragma loft
  for (long i = 0; i < n; i++)
    if (u > x[i])
      y[i] += 1;
#pragma loft
  for (long i = 0; i < n; i++)
    if (u > (unsigned long)i)
      z[i] += y[i];
}

int
main(void)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    x[i] = (unsigned long)i % 7;
  below(N, -1ul);
  below(N, 5);
  below(N, -1ul << 40);
  for (int i = 0; i < N; i++)
    sum += y[i] + 4 * z[i];
  printf("%g\n", sum);
}
