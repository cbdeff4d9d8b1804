// A loop that becomes many short launches stays the original loop, by choice and
// from its first call; one with few, long launches does not.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=default %run %t 2>&1 | FileCheck %s
// CHECK-COUNT-6: scale ({{.*}}): original: its 100000 launches of kernels take too long: estimates are original
// CHECK: scale ({{.*}}): cpu
#include <stdio.h>

enum { ROWS = 100000, EACH = 5, N = ROWS * EACH };
static int ptr[ROWS + 1];
static float x[N], y[N];

__attribute__((noinline)) static void
scale(int n, const int *begin, const float *v, float *w)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = begin[i]; k < begin[i + 1]; k++)
      w[k] = v[k] * i;
}

int
main(void)
{
  for (int i = 0; i <= ROWS; i++)
    ptr[i] = i * EACH;
  for (int k = 0; k < 6; k++)
    scale(ROWS, ptr, x, y);
  ptr[1] = 2 * N / 3;
  ptr[2] = N;
  scale(2, ptr, x, y);
}
