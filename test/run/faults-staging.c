// Arrays that go through a ring of staging memory many times over: whichever
// call fails or finds the device lost, whatever was under way, nothing is wrong.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: env ASAN_OPTIONS=detect_leaks=1 LOFT_DEVICE=llvmpipe \
// RUN:   LSAN_OPTIONS=print_suppressions=0:suppressions=%S/Inputs/lsan.supp \
// RUN:   LOFT_TEST_STAGING=16 %run%t 1 | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=16 %run%t 0 | FileCheck %s
// CHECK: failed, all harmless
#include "faults.h"

enum { N = 30000 };
static int a[N], b[N], c[N], d[N], e[N];

// a is changed in parts, b in place; d and e are only written.
__attribute__((noinline)) static void
work(int n) {
#pragma loft region
  {
    for (int i = 0; i < n; i += 3)
      a[i] += c[i];
    for (int i = 0; i < n; i++)
      b[i] = b[i] * 3 + c[i];
    for (int i = 0; i < n; i++) {
      d[i] = a[i] ^ b[i];
      e[i] = c[i] - a[i];
    }
  }
}

static uint64_t
program(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 77;
    b[i] = i * 7;
    c[i] = i ^ 5;
    d[i] = e[i] = -1;
  }
  work(N);
  uint64_t h = hash(1, a, sizeof a);
  h = hash(h, b, sizeof b);
  h = hash(h, d, sizeof d);
  return hash(h, e, sizeof e);
}

int
main(int argc, char **argv) {
  wanted = LOFT_RAN_VULKAN;
  int n = all_faults("default", "", argc > 1 ? atoi(argv[1]) : 1);
  printf("%d calls failed, %s\n", n, n > 80 ? "all harmless" : "not enough");
  return n < 0;
}
