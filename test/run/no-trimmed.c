// Conditions on numbers that go up and down are no bounds of the loop.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
#include <stdio.h>

#include "Inputs/hash.h"

static void
exchange(int n, int *z)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int l = i / 4 * 4 + 3 - i % 4;
    if (l < i && l < n && z[i] > z[l]) {
      int old = z[i];
      z[i] = z[l];
      z[l] = old;
    }
  }
}

static void
within(int n, int m, const int *restrict k, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (i + k[i] >= m)
      y[i] += i;
}

int
main(void)
{
  static int z[400], k[400];
  unsigned h = 0;
  for (int n = 0; n < 400; n += n / 8 + 1) {
    for (int i = 0; i < 400; i++) {
      z[i] = i * 7919 % 101;
      k[i] = i * 31 % 57 - 20;
    }
    exchange(n, z);
    within(n, n / 2, k, z);
    h = h * 31 + hash(z, sizeof z);
  }
  printf("%08x\n", h);
  return 0;
}
