// Loops that compare an unsigned variable and something added to it: the sum
// must not wrap, which the guard checks where it may.
// RUN: %clang -O2 -Wno-pass-failed %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=disabled %run%t wraps > %t.original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t wraps 2>%t.log >%t.cpu
// RUN: diff %t.original %t.cpu
// RUN: FileCheck %s < %t.log
// CHECK: pairs ({{.*}}): cpu
// CHECK: inside ({{.*}}): cpu
// CHECK: fours ({{.*}}): cpu
// CHECK: apart ({{.*}}): cpu
// CHECK: until ({{.*}}): cpu
// CHECK: apart ({{.*}}): original: its run-time guard failed
#include "Inputs/weighted.h"

#include <stddef.h>
#include <stdio.h>

enum { N = 5000 };
static float x[N + 8], y[N + 8];

static void
pairs(size_t n, float *to, const float *from) {
#pragma loft
  for (size_t i = 0; i + 1 < n; i++)
    to[i] = from[i] - from[i + 1];
}

static void
inside(unsigned n, float *to, const float *from) {
#pragma loft
  for (unsigned i = 1; i + 1 < n; i++)
    to[i] = from[i - 1] + from[i + 1];
}

static unsigned
fours(unsigned n, float *to, const float *from) {
  unsigned i;
#pragma loft
  for (i = 0; i + 4 <= n; i += 4) {
    to[i] = from[i];
    to[i + 1] = from[i + 3];
    to[i + 2] = from[i + 2];
    to[i + 3] = from[i + 1];
  }
  return i;
}

static void
apart(size_t first, size_t n, size_t k, float *to, const float *from) {
#pragma loft
  for (size_t i = first; i + k < n; i++)
    to[i] = from[i] * 0.5f + from[(i + k) % N];
}

static void
until(size_t n, float *to, const float *from) {
#pragma loft
  for (size_t i = 0; i + 2 != n; i++)
    to[i] = from[i + 2];
}

// Prints a result and what was written.
static void
print(unsigned result) {
  printf("%u %a\n", result, weighted(N + 8, y));
}

int
main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N + 8; i++)
    x[i] = (float)(i * 37 % 101);
  for (unsigned n = N; n > 2; n = n / 3 * 2 - 1) {
    pairs(n, y, x);
    inside(n, y, x);
    print(fours(n, y, x));
    apart(0, n, 7, y, x);
    until(n, y, x);
    print(n);
  }
  for (unsigned n = 0; n < 9; n++) {
    pairs(n, y, x);
    inside(n, y, x);
    print(fours(n, y, x));
    apart(3, n, n, y, x);
    print(n);
  }
  if (argc > 1)
    apart(4, 3, (size_t)-2, y, x); // 4 - 2 < 3, 5 - 2 is not
  print(0);
}
