// Extents of what is written that the type of an index alone bounds, or data that
// C does not use, and that lead out of memory, are not copied: the original loop
// runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t original
// RUN: FileCheck %s --input-file=%t.out/cpu1.log
// CHECK: original: the extent of x, as far as it is known, leads out of memory: x[0..
#include <stdio.h>

__attribute__((noinline)) static int
halve(int n, unsigned char *restrict x, const unsigned char *restrict y,
      int *restrict z) {
  int j = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      x[i] = y[i] / 2;
    while (x[j]) {
      z[j] = x[j] * 3;
      j++;
    }
  }
  return j;
}

__attribute__((noinline)) static void
mark(int n, const int *restrict first, const char *restrict ok,
     unsigned char *restrict x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (ok[i])
      for (int k = first[i]; k < n; k += first[i] + 1)
        x[k] = 7;
}

int
main(void) {
  unsigned char x[101], y[101];
  int z[101], first[101];
  char ok[101];
  for (int i = 0; i < 101; i++)
    y[i] = (unsigned char)(i == 70 ? 1 : i + 2);
  printf("%d %d\n", halve(101, x, y, z), z[69]);
  for (int i = 0; i < 101; i++) {
    ok[i] = i % 40 == 1;
    first[i] = ok[i] ? i : -2147483647;
  }
  mark(101, first, ok, x);
  printf("%d %d %d\n", x[3], x[41], x[42]);
  return 0;
}
