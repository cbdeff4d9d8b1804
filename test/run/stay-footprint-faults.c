// Whichever call of Vulkan or request for memory fails while the device finds
// the range of places that are data: the CPU finds it, nothing is lost.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 %run%t "" | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 %run%t mem: | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 %run%t dev: | FileCheck %s
// CHECK: failed, all harmless
#include "faults.h"

enum { N = 12000, M = 500 };
static int *key, *h;

__attribute__((noinline)) static void
turn(int n, int by, int *k) {
#pragma loft
  for (int i = 0; i < n; i++)
    k[i] = (k[i] * 5 + by) % M;
}

__attribute__((noinline)) static void
count(int n, const int *k, int *restrict to) {
#pragma loft
  for (int i = 0; i < n; i++)
    to[k[i]] += i;
}

static uint64_t
program(void) {
  for (int i = 0; i < N; i++)
    key[i] = i % M;
  for (int i = 0; i < M; i++)
    h[i] = i;
#pragma loft keep(key, h)
  for (int t = 0; t < 2; t++) {
    turn(N, 3 * t, key);
    count(N, key, h);
  }
  return hash(hash(1, h, M * sizeof *h), key, N * sizeof *key);
}

int
main(int argc, char **argv) {
  key = malloc(N * sizeof *key);
  h = malloc(M * sizeof *h);
  wanted = LOFT_RAN_VULKAN;
  int n = all_faults("default", argc > 1 ? argv[1] : "", 0);
  printf("%d failed, %s\n", n, n > 3 ? "all harmless" : "not enough");
  return n < 0;
}
