// Whichever Vulkan call fails, with whichever of its results: the answer is
// right, one line says so, and the next region is as if nothing had been.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: env ASAN_OPTIONS=detect_leaks=1 LOFT_DEVICE=llvmpipe \
// RUN:   LSAN_OPTIONS=print_suppressions=0:suppressions=%S/Inputs/lsan.supp \
// RUN:   %run%t 99 | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=1 %run%t 1 | FileCheck %s
// CHECK: failed, all harmless
#include "faults.h"

enum { N = 5000 };
static int a[N], b[N], c[N];

// Parts of a, all of b, several submissions' worth of launches, one element
// back in between.
__attribute__((noinline)) static int
work(int n, int times) {
  int sum = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i += 3)
      a[i] += c[i];
    for (int i = 0; i < n; i++)
      sum += a[i];
    for (int t = 0; t < times; t++)
      for (int i = 1; i < n; i++)
        b[i] = b[i] * sum + a[i - 1];
  }
  return sum;
}

static uint64_t
program(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 77;
    b[i] = i * 7;
    c[i] = i ^ 5;
  }
  int sum = work(N, 3);
  uint64_t h = hash(1, a, sizeof a);
  h = hash(h, b, sizeof b);
  return hash(h, &sum, sizeof sum);
}

int
main(int argc, char **argv) {
  wanted = LOFT_RAN_VULKAN;
  int n = all_faults("default", "", argc > 1 ? atoi(argv[1]) : 1);
  int m = all_faults("default", "mem:", 1);
  printf("%d calls and %d requests failed, %s\n", n, m,
         n > 40 && m > 10 ? "all harmless" : "not enough");
  return n < 0 || m < 0;
}
