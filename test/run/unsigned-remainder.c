// A number below zero as an unsigned one is none of those that the remainder was
// read from: the check of that is not made where the remainder is known already.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-COUNT-2: cpu,
// CHECK-COUNT-2: original: its run-time guard failed
#include <stdio.h>

enum { N = 162 };

static double a[N];

// Writes one element again and again.
__attribute__((noinline)) static void
put(double *p, int x, double c)
{
#pragma loft
  for (int i = 0; i < 26; i++)
    p[(unsigned)x % N] = c;
}

int
main(void)
{
  static const int xs[] = {5, 1000, -7, -2147483647 - 1};
  for (int k = 0; k < 4; k++)
    put(a, xs[k], k + 1);
  for (int i = 0; i < N; i++)
    if (a[i])
      printf("%d: %g\n", i, a[i]);
}
