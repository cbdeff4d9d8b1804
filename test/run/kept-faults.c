// Whichever call of Vulkan, request for memory or system call that watches
// memory fails: what stays on the device is right, or not used.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 %run%t "" | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 LOFT_TEST_STAGING=16 %run%t "" \
// RUN:   | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 %run%t mem: | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 LOFT_TEST_STAGING=16 %run%t \
// RUN:   mem: | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 LOFT_TEST_STAGING=16 %run%t \
// RUN:   dev: | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 %run%t sys: | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 LOFT_TEST_STAGING=16 %run%t \
// RUN:   sys: | FileCheck %s
// CHECK: failed, all harmless
#include "faults.h"

enum { N = 12000 };
static int a[N], b[N];

__attribute__((noinline)) static void
full(int n, const int *restrict x, int *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 3 + 1;
}

__attribute__((noinline)) static void
part(int n, const int *restrict x, int *restrict y) {
#pragma loft
  for (int i = 1; i < n / 2; i++)
    y[2 * i] = x[i] - x[i - 1];
}

static uint64_t
program(void) {
  uint64_t h = 1;
  for (int i = 0; i < N; i++)
    a[i] = i % 77;
  for (int k = 0; k < 2; k++) {
    full(N, a, b);
    part(N, b, a);
    a[k * 5000] = b[k * 5000 + 1] = k;
    h = hash(hash(h, a, sizeof a), b, sizeof b);
  }
  full(N, b, a);
  return hash(h, a, sizeof a);
}

int
main(int argc, char **argv) {
  wanted = LOFT_RAN_VULKAN;
  int n = all_faults("default", argc > 1 ? argv[1] : "", 0);
  printf("%d failed, %s\n", n, n > 3 ? "all harmless" : "not enough");
  return n < 0;
}
