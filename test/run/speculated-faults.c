// Whichever call of Vulkan or request for memory fails while iterations go
// ahead of the device's answers: nothing is lost.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_AHEAD=3 %run%t "" | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_AHEAD=3 %run%t mem: | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_AHEAD=3 LOFT_TEST_STAGING=16 %run%t \
// RUN:   dev: | FileCheck %s
// CHECK: failed, all harmless
#include "faults.h"

enum { N = 3000 };
static int x[N], y[N];

__attribute__((noinline)) static int
fall(int n, int *restrict from, int *restrict to) {
  int rounds = 0, above;
#pragma loft
  do {
    above = 0;
    for (int i = 0; i < n; i++)
      to[i] = from[i] > 40 ? from[i] - 30 : from[i];
    for (int i = 0; i < n; i++) {
      above |= to[i] > 40;
      from[i] = to[i];
    }
    rounds++;
  } while (above);
  return rounds;
}

static uint64_t
program(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 200;
  int rounds = fall(N, x, y);
  return hash(hash(1, x, sizeof x), &rounds, sizeof rounds);
}

int
main(int argc, char **argv) {
  wanted = LOFT_RAN_VULKAN;
  int n = all_faults("default", argc > 1 ? argv[1] : "", 0);
  printf("%d failed, %s\n", n, n > 3 ? "all harmless" : "not enough");
  return n < 0;
}
