// Results that stay within one page of a larger array: what lies behind them
// goes up, written by a region's elements beside it or by host code.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.right
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory %run%t > %t.stays
// RUN: cmp %t.right %t.stays
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 17, STEPS = 3 };

// Writes an element far behind the results in each step.
__attribute__((noinline)) static void
patched(int n, int *restrict x, int *restrict y)
{
  for (int t = 0; t < STEPS; t++) {
#pragma loft
    for (int i = 0; i < n; i++)
      y[i] = x[i] + t;
#pragma loft
    for (int i = 100; i < 200; i++)
      x[i] = x[i] + 1;
    x[50000] = 1000 + t;
#pragma loft
    for (int i = 0; i < n; i++)
      y[i] += x[i];
  }
}

// Reads all of an array of which "first" elements have gone up, and some stay.
__attribute__((noinline)) static void
beside(int n, int first, int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < first; i++)
    y[i] = x[i] & 1023;
#pragma loft
  for (int i = 0; i < 780; i++)
    x[2269 + i] = x[2269 + i] * 3;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] ^= x[i];
}

int
main(void)
{
  int *x = aligned_alloc(4096, N * sizeof *x);
  int *y = aligned_alloc(4096, N * sizeof *y);
  for (int i = 0; i < N; i++) {
    x[i] = i % 100;
    y[i] = 0;
  }
  patched(N, x, y);
  beside(N, N - 36000, x, y);
  for (int i = 0; i < N; i++)
    printf("%d %d\n", x[i], y[i]);
  return 0;
}
