// A loop that becomes many short launches stays the original loop, by choice and
// from its first call; one with few, long launches does not.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=default %run %t 2>&1 | FileCheck %s
// CHECK-COUNT-6: age ({{.*}}): original: its 200000 launches of kernels take too long: estimates are original
// CHECK: age ({{.*}}): cpu
#include <stdio.h>

enum { STEPS = 100000, EACH = 1, N = 5 * STEPS };
static int length[STEPS];
static float x[N], y[N + 1];

// Each step needs all of the one before.
__attribute__((noinline)) static void
age(int n, const int *len)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = 0; k < len[i]; k++)
      y[k] = y[k + 1] + x[k] * i;
}

int
main(void)
{
  for (int i = 0; i < STEPS; i++)
    length[i] = EACH;
  for (int k = 0; k < 6; k++)
    age(STEPS, length);
  length[0] = 2 * N / 3;
  length[1] = N - 2 * N / 3;
  age(2, length);
}
