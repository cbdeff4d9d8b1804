// Whichever request for host memory fails, before or after lifted CPU code has
// written in place: the original loop still sees what was there before.
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: env ASAN_OPTIONS=detect_leaks=1 %run%t | FileCheck %s
// CHECK: {{^[1-9][0-9]*}} failures, all harmless
#include "faults.h"

enum { N = 1 << 16 };
static int a[N], b[N];
static long s;

// Sums come after and between writes and become longer, so arrays for them are
// made late.
__attribute__((noinline)) static void
late(int n, int times) {
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 + 1;
    for (int t = 0; t < times; t++) {
      s = 0;
      for (int i = 0; i < n * (t + 1); i++)
        s += a[i];
      for (int i = 0; i < n; i++)
        a[i] += (int)(s & 7) + t;
    }
  }
}

__attribute__((noinline)) static long
once(int n) {
  long sum = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    sum += a[i] ^ b[i];
  return sum;
}

static uint64_t
program(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 77;
    b[i] = i * 7;
  }
  uint64_t h = 1;
  late(N / 3, 3);
  h = hash(h, a, sizeof a);
  h = hash(h, &s, sizeof s);
  long sum = once(N);
  return hash(h, &sum, sizeof sum);
}

int
main(void) {
  wanted = LOFT_RAN_CPU;
  int n = all_faults("cpu", "mem:", 1);
  printf("%d failures, %s\n", n, n > 5 ? "all harmless" : "not enough");
  return n < 0;
}
