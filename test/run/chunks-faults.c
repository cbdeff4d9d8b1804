// Whichever Vulkan call or request for memory fails while a region runs in
// chunks, some of which have changed arrays in place already: the answer is
// right, one line says so, and the next region is as if nothing had been.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_MEMORY=40K %run%t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_MEMORY=40K LOFT_TEST_STAGING=1 %run%t \
// RUN:   | FileCheck %s
// So it is where two devices do them: what fails on one is done again.
// RUN: cp %lavapipe %t.1.json
// RUN: cp %lavapipe %t.2.json
// RUN: env VK_DRIVER_FILES=%t.1.json:%t.2.json LOFT_DEVICE=0,1 \
// RUN:   VK_ICD_FILENAMES=%t.1.json:%t.2.json LOFT_MEMORY=40K %run%t \
// RUN:   | FileCheck %s
// CHECK: failed, all harmless
#include "faults.h"

enum { N = 9000 };
static int a[N], b[N], c[N];
static float f[16];

// Maps whose chunks overlap, in place.
__attribute__((noinline)) static void
step(int n) {
#pragma loft
  for (int i = 1; i < n; i++) {
    a[i] = a[i] * 3 + c[i - 1];
    b[i] = a[i] ^ i;
  }
}

// A fold, and counts.
__attribute__((noinline)) static int
total(int n) {
  int s = 1;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += a[i];
    c[b[i] & 15]++;
  }
  return s;
}

// A tree; the sum is exact.
__attribute__((noinline)) static float
tree(int n) {
  float s = 0.5f;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (float)(b[i] & 15);
  return s;
}

// Sums of floats by key, which are exact.
__attribute__((noinline)) static void
keyed(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    f[b[i] & 15] += (float)(a[i] & 15);
}

static uint64_t
program(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 77;
    b[i] = i * 7;
    c[i] = i ^ 5;
  }
  step(N);
  step(N);
  for (int i = 0; i < 16; i++)
    f[i] = (float)i;
  int sum = total(N);
  keyed(N);
  float s = tree(N);
  uint64_t h = hash(1, a, sizeof a);
  h = hash(h, &s, sizeof s);
  h = hash(h, f, sizeof f);
  h = hash(h, b, sizeof b);
  h = hash(h, c, sizeof c);
  return hash(h, &sum, sizeof sum);
}

int
main(void) {
  wanted = LOFT_RAN_VULKAN;
  int n = all_faults("default", "", 0);
  int m = all_faults("default", "mem:", 0);
  printf("%d calls and %d requests failed, %s\n", n, m,
         n > 40 && m > 10 ? "all harmless" : "not enough");
  return n < 0 || m < 0;
}
