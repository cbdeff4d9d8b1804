// An int that a comparison converts to size_t bounds an inner loop: a guard says
// that it is not negative.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: triangle {{.*}} cpu
// CHECK: triangle {{.*}} original: its run-time guard failed: {{.*}}m = -1
#include <stddef.h>
#include <stdio.h>

enum { N = 60 };

static long from[N];
static int to[N][N];

static void
triangle(int n, int m, const long *restrict x, int (*restrict y)[N]) {
#pragma loft
  for (size_t i = 0; i < (size_t)n; i++)
    for (int j = 0; j < (i < m ? i : m); j++)
      y[i][j] += (int)x[j];
}

int
main(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    from[i] = i * i;
  triangle(N, N / 2, from, to);
  triangle(N, -1, from, to);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 31 + (unsigned)to[i][j];
  printf("%u\n", sum);
}
