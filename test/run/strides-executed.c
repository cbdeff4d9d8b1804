// Whether accesses of loose strides are apart is asked of all of them, also
// where one is never executed, and where the loop has one iteration there.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=cpu LOFT_TEST_GRAIN=1 LOFT_THREADS=3 %run%t > %t.cpu
// RUN: cmp %t.cpu %t.original
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0 %run%t 2>/dev/null > %t.vulkan
// RUN: cmp %t.vulkan %t.original
// REQUIRES: vulkan
#include <stdio.h>
#include <string.h>

enum { MOST = 4000 };
static int y[2 * MOST];

static void
never(int n, int s, int t, int h) {
#pragma loft
  for (int k = 0; k < n; k++) {
    if (k > h)
      y[k * s] = 0;
    y[k * s + t] = y[k * s] + 1;
  }
}

static void
once(int m, int s, int t) {
#pragma loft
  for (int q = 0; q < m; q++)
    for (int k = 0; k < 1 + 19 * q; k++) {
      if (q < 1)
        y[k * s + MOST] = 0;
      y[k * s + t + MOST] = y[k * s + MOST] + 1 + q;
    }
}

// Prints a hash of y, which begins anew.
static void
print(void) {
  unsigned h = 0;
  for (int i = 0; i < 2 * MOST; i++)
    h = h * 31 + (unsigned)y[i];
  printf("%08x\n", h);
  memset(y, 0, sizeof y);
}

int
main(void) {
  for (int s = 1; s < 8; s++)
    for (int t = 1; t < 200; t = t * 2 + 1) {
      never(20, s, t, 50);
      print();
      never(20, s, t, 5);
      print();
      once(2, s, t);
      print();
      once(3, s, t);
      print();
    }
  return 0;
}
