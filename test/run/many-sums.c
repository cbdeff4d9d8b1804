// Many sums at once need more shared memory than Vulkan promises: only devices
// that have it take them.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_TEST_SHARED=1 LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe \
// RUN:   LOFT_LOG=1 %t 2>&1 | FileCheck %s
// CHECK: /many-sums.c:[[#]]): vulkan, llvmpipe
// CHECK: /many-sums.c:[[#]]): Vulkan did not do it: kernel {{.*}} needs 32 KiB of shared memory, which llvmpipe
// CHECK: /many-sums.c:[[#]]): cpu
#include <stdio.h>

enum { N = 10000 };
static double x[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 37) % 509;
  double a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a6 = 0, a7 = 0;
#pragma loft reduce
  for (int i = 0; i < N; i++) {
    a0 += 1 * x[i];
    a1 += 2 * x[i];
    a2 += 3 * x[i];
    a3 += 4 * x[i];
    a4 += 5 * x[i];
    a5 += 6 * x[i];
    a6 += 7 * x[i];
    a7 += 8 * x[i];
  }
  printf("%g %g %g %g %g %g %g %g\n", a0, a1, a2, a3, a4, a5, a6, a7);
  double b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0, b6 = 0, b7 = 0, b8 = 0;
#pragma loft reduce
  for (int i = 0; i < N; i++) {
    b0 += 1 * x[i];
    b1 += 2 * x[i];
    b2 += 3 * x[i];
    b3 += 4 * x[i];
    b4 += 5 * x[i];
    b5 += 6 * x[i];
    b6 += 7 * x[i];
    b7 += 8 * x[i];
    b8 += 9 * x[i];
  }
  printf("%g %g %g %g %g %g %g %g %g\n", b0, b1, b2, b3, b4, b5, b6, b7, b8);
  return 0;
}
