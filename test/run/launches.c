// A loop that becomes many short launches stays the original loop, by choice and
// from its first call; one with few, long launches does not.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=default %run %t 2>&1 | FileCheck %s
// CHECK-COUNT-6: scale ({{.*}}): original: its 100000 launches of kernels take too long: estimates are original
// CHECK: scale ({{.*}}): cpu
#include <stdio.h>

enum { ROWS = 100000, EACH = 5, N = ROWS * EACH };
static int length[ROWS];
static float x[N], y[N];

__attribute__((noinline)) static void
scale(int n, const int *len)
{
  int at = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < len[i]; k++)
      y[at + k] = x[at + k] * i;
    at += len[i];
  }
}

int
main(void)
{
  for (int i = 0; i < ROWS; i++)
    length[i] = EACH;
  for (int k = 0; k < 6; k++)
    scale(ROWS, length);
  length[0] = 2 * N / 3;
  length[1] = N - 2 * N / 3;
  scale(2, length);
}
