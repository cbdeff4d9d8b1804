// An element that an inner loop updates again and again is not read from a copy
// made before: its next iteration reads what this one wrote.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
#include <stdio.h>

#include "Inputs/hash.h"

__attribute__((noinline)) static void
again(int n, long *z) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (z[i + 1] & 3); j++)
      if (z[i] & 1)
        z[i] = z[i] * 3 + z[i + 1] + j;
      else
        z[i] += 5;
}

int
main(void) {
  static long z[3001];
  for (int i = 0; i < 3001; i++)
    z[i] = i * 77 % 31;
  again(3000, z);
  printf("%08x\n", hash(z, sizeof z));
}
