// Input and output are one array, larger than a slot of staging memory, that
// comes back piece by piece: whichever call fails, the CPU, or the original,
// finds what was there before.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=16 %run%t 0 | FileCheck %s
// CHECK: calls failed, all harmless
#include "faults.h"

enum { N = 30000 };
static int a[N];

__attribute__((noinline)) static void
work(int n, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 3 + 1;
}

static uint64_t
program(void) {
  for (int i = 0; i < N; i++)
    a[i] = i % 77;
  work(N, a, a);
  return hash(1, a, sizeof a);
}

int
main(int argc, char **argv) {
  wanted = LOFT_RAN_VULKAN;
  int n = all_faults("default", "", argc > 1 ? atoi(argv[1]) : 1);
  printf("%d calls failed, %s\n", n, n > 60 ? "all harmless" : "not enough");
  return n < 0;
}
