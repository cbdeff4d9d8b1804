// Whichever call of Vulkan, request for memory or system call that watches
// memory fails while results stay on several devices, or move between them:
// what is lost is computed again.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: cp %lavapipe %t.1.json
// RUN: cp %lavapipe %t.2.json
// DEFINE: %{two} = env VK_DRIVER_FILES=%t.1.json:%t.2.json LOFT_DEVICE=0,1 \
// DEFINE:   VK_ICD_FILENAMES=%t.1.json:%t.2.json LOFT_TEST_KEEP=1
// RUN: %{two} LOFT_TEST_SHARE=1 %run%t "" | FileCheck %s
// RUN: %{two} LOFT_TEST_SHARE=3 LOFT_TEST_STAGING=16 %run%t "" | FileCheck %s
// RUN: %{two} LOFT_TEST_SHARE=1 %run%t mem: | FileCheck %s
// RUN: %{two} LOFT_TEST_SHARE=3 LOFT_TEST_STAGING=16 %run%t mem: | FileCheck %s
// RUN: %{two} LOFT_TEST_SHARE=1 LOFT_TEST_STAGING=16 %run%t dev: | FileCheck %s
// RUN: %{two} LOFT_TEST_SHARE=1 %run%t sys: | FileCheck %s
// CHECK: failed, all harmless
#include "faults.h"
enum { N = 12000 };
static int a[N], b[N];
// A stencil, a region that writes every other element, one of other parts, and
// a sum.
__attribute__((noinline)) static int
steps(int n, int t, int *restrict x, int *restrict y) {
  int m = 0;
  for (int k = 0; k < t; k++) {
#pragma loft
    for (int i = 1; i < n - 1; i++)
      y[i] = x[i - 1] * 3 + x[i + 1];
#pragma loft
    for (int i = 1; i < n / 2; i++)
      x[2 * i] = y[i] - y[i - 1];
#pragma loft
    for (int i = n / 3; i < n; i++)
      y[i] = x[i] + i;
#pragma loft
    for (int i = 0; i < n; i++)
      m += x[i] * i;
  }
  return m;
}
static uint64_t
program(void) {
  uint64_t h = 1;
  for (int i = 0; i < N; i++)
    a[i] = i % 77, b[i] = i % 5;
  int m = steps(N, 3, a, b);
  h = hash(h, &m, sizeof m);
  h = hash(hash(h, a, sizeof a), b, sizeof b);
  m = steps(N - 4, 2, b, a + 2);
  h = hash(hash(h, a, sizeof a), b, sizeof b);
  return hash(h, &m, sizeof m);
}
int
main(int argc, char **argv) {
  wanted = LOFT_RAN_VULKAN;
  int n = all_faults("default", argc > 1 ? argv[1] : "", 0);
  printf("%d failed, %s\n", n, n > 3 ? "all harmless" : "not enough");
  return n < 0;
}
