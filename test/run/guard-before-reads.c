// Where the guard fails the range pass over an index array reads nothing: a
// loop from beyond 2^63 does not run, though its bounds as signed numbers say
// that it does.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.1 && env LOFT_OFFLOAD=cpu %run%t > %t.2
// RUN: cmp %t.1 %t.2
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck %s
// CHECK: gather ({{.*}}): cpu
// CHECK: gather ({{.*}}): original: its run-time guard failed
#include "Inputs/weighted.h"

#include <stddef.h>
#include <stdio.h>

enum { N = 100 };
static float x[N], y[N];
static unsigned at[N];

static void
gather(size_t from, size_t to, const unsigned *idx) {
#pragma loft
  for (size_t i = from; i < to; i++)
    y[i] = x[idx[i]];
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i * 37 % 101);
    at[i] = (unsigned)(i * 7 % N);
  }
  gather(0, N, at);
  gather((size_t)-5000000000, N, at);
  printf("%a\n", weighted(N, y));
}
