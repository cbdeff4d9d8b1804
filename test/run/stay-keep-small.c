// Results of a few KiB stay as well, where the program asks for it: a time step
// over such arrays moves nothing. Those of less than 4 KiB come back.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t \
// RUN:   > %t.vulkan 2> %t.log
// RUN: diff %t.original %t.vulkan
// RUN: %loft-info | grep "watching memory: no" || FileCheck %s --input-file=%t.log
//
// CHECK: step ({{.*}}): vulkan{{.*}} down 0 B
// CHECK: what stayed comes back, 8 KiB
// CHECK: step ({{.*}}): vulkan{{.*}} down 2 KiB
// CHECK-NOT: what stayed comes back
#include <stdio.h>

enum { N = 1024 };

static int a[N], b[N];

__attribute__((noinline)) static void
step(int n, const int *x, int *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = 3 * x[i] ^ i;
}

// Steps over "n" elements.
__attribute__((noinline)) static void
steps(int n) {
#pragma loft keep(a, b)
  for (int k = 0; k < 20; k++)
    step(n, k % 2 ? b : a, k % 2 ? a : b);
}

int
main(void) {
  unsigned sum = 0;
  steps(N);
  steps(N / 2);
  for (int i = 0; i < N; i++)
    sum = 31 * sum + (unsigned)a[i] + 7 * (unsigned)b[i];
  printf("%u\n", sum);
  return 0;
}
