// Where the program rounds otherwise, flushes subnormals or lets exceptions
// trap, the original loops run, and give what they give; loops of integers are
// lifted all the same. With -ffast-math flushing is no reason.
// REQUIRES: x86
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t original
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// RUN: %clang -O2 -ffast-math %s -o %t.fast %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t.fast 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FAST
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xmmintrin.h>

enum { N = 5000 };
static double x[N], y[N];
static float s[N], t[N];
static int k[N];

__attribute__((noinline)) static void
thirds(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] / 3 + 1e-3 * x[i];
}

__attribute__((noinline)) static void
tiny(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    t[i] = s[i] * 1e-38f * 1e-3f;
}

__attribute__((noinline)) static void
rounded(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    k[i] = (int)lrint(x[i]);
}

__attribute__((noinline)) static void
integers(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    k[i] = k[i] * 3 + i;
}

// Prints a checksum of the "size" bytes at "p".
static void
show(const char *what, const void *p, size_t size) {
  unsigned long long sum = 0;
  for (size_t i = 0; i < size; i++)
    sum = sum * 31 + ((const unsigned char *)p)[i];
  printf("%s %llx\n", what, sum);
}

static void
all(const char *what) {
  fprintf(stderr, "-- %s\n", what);
  thirds(N);
  tiny(N);
  integers(N);
  show("thirds", y, sizeof y);
  show("tiny", t, sizeof t);
  rounded(N);
  show("rounded", k, sizeof k);
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i * 0.37;
    s[i] = i % 5 ? (float)i : 0;
  }
  _mm_setcsr(_mm_getcsr() & ~0x8040u);
  // CHECK: -- nearest
  // CHECK: thirds {{.*}}: cpu
  // CHECK: tiny {{.*}}: cpu
  // CHECK: integers {{.*}}: cpu
  // CHECK: rounded {{.*}}: cpu
  all("nearest");
  // CHECK: -- upward
  // CHECK: thirds {{.*}}: original: the program made floats round, trap or flush
  // CHECK: tiny {{.*}}: original
  // CHECK: integers {{.*}}: cpu
  // CHECK: rounded {{.*}}: original
  // FAST: -- upward
  // FAST: thirds {{.*}}: original
  fesetround(FE_UPWARD);
  all("upward");
  fesetround(FE_TONEAREST);
  // CHECK: -- flushing
  // CHECK: thirds {{.*}}: original
  // CHECK: tiny {{.*}}: original
  // CHECK: integers {{.*}}: cpu
  // FAST: -- flushing
  // FAST: thirds {{.*}}: cpu
  // FAST: tiny {{.*}}: cpu
  _mm_setcsr(_mm_getcsr() | 0x8040);
  all("flushing");
  _mm_setcsr(_mm_getcsr() & ~0x8040u);
  // CHECK: -- trapping
  // CHECK: rounded {{.*}}: original
  feenableexcept(FE_OVERFLOW);
  all("trapping");
  fedisableexcept(FE_OVERFLOW);
  // CHECK: -- default
  // CHECK: thirds {{.*}}: cpu
  all("default");
  return 0;
}
