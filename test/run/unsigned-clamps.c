// What a choice keeps from wrapping is no wrapping: i > 2 ? i - 2 : 0 of an
// unsigned i stays inside of the array, and the region's guard holds.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck %s
// CHECK: before ({{.*}}): cpu
// CHECK: mean ({{.*}}): cpu
// CHECK: gather ({{.*}}): cpu
// CHECK: lowered ({{.*}}): cpu
// CHECK: ring ({{.*}}): cpu
// CHECK: narrow ({{.*}}): cpu
#include "Inputs/weighted.h"

#include <stddef.h>
#include <stdio.h>

enum { N = 300 };
static float x[N], y[N];
static unsigned at[N];

static void
before(size_t n, float *to, const float *from) {
#pragma loft
  for (size_t i = 0; i < n; i++)
    to[i] = from[i > 2 ? i - 2 : 0];
}

static void
mean(size_t n, float *to, const float *from) {
#pragma loft
  for (size_t i = 0; i < n; i++) {
    float s = 0;
    for (size_t d = 0; d < 5; d++) {
      size_t k = i + d > 2 ? i + d - 2 : 0;
      s += from[k < n ? k : n - 1];
    }
    to[i] = s / 5;
  }
}

static void
gather(size_t n, const unsigned *idx, float *to, const float *from) {
#pragma loft
  for (size_t i = 0; i < n; i++) {
    size_t k = idx[i];
    to[i] = from[k > 2 ? k - 2 : 0];
  }
}

static void
lowered(size_t n, const unsigned *idx, float *to, const float *from) {
#pragma loft
  for (size_t i = 0; i < n; i++) {
    unsigned k = idx[i];
    if (k > 2)
      k -= 2;
    else
      k = 0;
    to[i] = from[k];
  }
}

static void
ring(unsigned n, float *to, const float *from) {
#pragma loft
  for (unsigned i = 0; i < n; i++)
    to[i] = from[i == 0 ? n - 1 : i - 1] + from[i == n - 1 ? 0 : i + 1];
}

static void
narrow(int n, const unsigned char *idx, float *to, const float *from) {
#pragma loft
  for (int i = 0; i < n; i++)
    to[i] = from[idx[i] >= 3 ? idx[i] - 3u : 0];
}

// Prints what the last region wrote.
static void
print(void) {
  printf("%a\n", weighted(N, y));
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i * 37 % 101);
    at[i] = (unsigned)(i * 7 % N);
  }
  before(N, y, x);
  print();
  mean(N, y, x);
  print();
  gather(N, at, y, x);
  print();
  lowered(N, at, y, x);
  print();
  ring(N, y, x);
  print();
  narrow(N, (const unsigned char *)at, y, x);
  print();
}
