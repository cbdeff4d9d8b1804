// More arrays come back than a slot of staging memory keeps apart.
// REQUIRES: vulkan, validation
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=16 LOFT_OFFLOAD=mandatory \
// RUN:   %validated%run%t | FileCheck %s --implicit-check-not=UID
// RUN: env LOFT_OFFLOAD=disabled %run%t | FileCheck %s
// CHECK: 20 right
#include <stdio.h>

enum { N = 500 };
static int x[N], out[20][N];

#define ONE(k) o##k[i] = x[i] * k
#define ALL(f)                                                                 \
  f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11),    \
      f(12), f(13), f(14), f(15), f(16), f(17), f(18), f(19)
#define PARAMETER(k) int *restrict o##k
#define ROW(k) out[k]

static void
work(int n, ALL(PARAMETER)) {
#pragma loft
  for (int i = 0; i < n; i++) {
    ALL(ONE);
  }
}

int
main(void) {
  int right = 0;
  for (int i = 0; i < N; i++)
    x[i] = i;
  work(N, ALL(ROW));
  for (int k = 0; k < 20; k++) {
    int ok = 1;
    for (int i = 0; i < N; i++)
      ok &= out[k][i] == i * k;
    right += ok;
  }
  printf("%d right\n", right);
  return 0;
}
