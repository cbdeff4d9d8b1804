// Whichever call of Vulkan, request for memory or system call that watches
// memory fails while parts of results come back, or the host writes to some:
// what is lost is computed again, from what the memory held before, with what
// the host wrote.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: cp %lavapipe %t.1.json
// RUN: cp %lavapipe %t.2.json
// DEFINE: %{two} = env VK_DRIVER_FILES=%t.1.json:%t.2.json LOFT_DEVICE=0,1 \
// DEFINE:   VK_ICD_FILENAMES=%t.1.json:%t.2.json LOFT_TEST_KEEP=1
// RUN: %{two} LOFT_TEST_SHARE=1 %run%t "" | FileCheck %s
// RUN: %{two} LOFT_TEST_SHARE=3 LOFT_TEST_STAGING=16 %run%t mem: | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 %run%t "" | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 LOFT_TEST_STAGING=16 %run%t "" \
// RUN:   | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 %run%t mem: | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 LOFT_TEST_STAGING=16 %run%t \
// RUN:   dev: | FileCheck %s
// CHECK: failed, all harmless
#include "faults.h"
#include <string.h>
enum { N = 12000 };
static int a[N], b[N];
// Both arrays are input and output; of one not all is written.
__attribute__((noinline)) static int
steps(int n, int t, int *restrict x, int *restrict y, const int *other) {
  int m = 0;
  for (int k = 0; k < t; k++) {
#pragma loft
    for (int i = 1; i < n - 1; i++)
      y[i] = y[i] * 5 + x[i - 1] * 3 + x[i + 1];
    m += y[n / 2] + other[2];
#pragma loft
    for (int i = 1; i < n / 2; i++)
      x[2 * i] = x[2 * i] - y[i] - y[i - 1];
    m = m * 7 + x[n / 4] + x[n / 4 + 1] + y[1] + y[n - 1];
  }
  return m;
}
// The host writes elements between the regions, also such as no region writes,
// and such as are only read, and reads what it wrote.
__attribute__((noinline)) static int
changes(int n, int t, int *restrict x, int *restrict y, const int *other) {
  int m = 0;
  for (int k = 0; k < t; k++) {
#pragma loft
    for (int i = 1; i < n - 1; i++)
      y[i] = y[i] * 5 + x[i - 1] * 3 + x[i + 1];
    x[0] = k + 3;
    y[7] += x[1];
    y[n - 1] = y[7];
    memcpy(x + 100 * k, other, 50 * sizeof *x);
#pragma loft
    for (int i = 1; i < n / 2; i++)
      x[2 * i] = x[2 * i] - y[i] - y[i - 1];
    m = m * 7 + x[n / 4] + x[n / 4 + 1];
    memset(y + n / 3, k, 100 * sizeof *y);
    memmove(x + 9, x + 12, (size_t)(k % 2 ? 2 : 4) * sizeof *x);
  }
  return m;
}
static uint64_t
program(void) {
  static int other[N];
  uint64_t h = 1;
  for (int i = 0; i < N; i++)
    a[i] = i % 77, b[i] = i % 5;
  for (int k = 0; k < 2; k++) {
    int m = steps(N, 3, a, b, other);
    h = hash(h, &m, sizeof m);
    h = hash(hash(h, a, sizeof a), b, sizeof b);
    m = steps(N - 4, 2, b, a + 2, b + 5);
    h = hash(h, &m, sizeof m);
    m = changes(N, 3, a, b, other);
    h = hash(h, &m, sizeof m);
    h = hash(hash(h, a, sizeof a), b, sizeof b);
    a[5] = m;
  }
  return h;
}
int
main(int argc, char **argv) {
  wanted = LOFT_RAN_VULKAN;
  int n = all_faults("default", argc > 1 ? argv[1] : "", 0);
  printf("%d failed, %s\n", n, n > 3 ? "all harmless" : "not enough");
  return n < 0;
}
