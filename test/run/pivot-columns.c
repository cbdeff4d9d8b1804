// A column that a search finds, or none, changes places with another one: that
// it is a column of the matrix is known of no search that finds none, so the
// exchange is in order, and not behind a guard that never holds.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// CHECK-NOT: original
// CHECK: order ({{.*}}): cpu
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 12 };

static int
order(int n, double *a, double least)
{
#pragma loft exact
  for (int k = 0; k < n; k++) {
    int p = -1, q = -1;
    double most = least;
    for (int i = k; i < n; i++)
      for (int j = k; j < n; j++)
        if (most < a[i * n + j])
          p = i, q = j, most = a[i * n + j];
    if (p < 0)
      return k + 1;
    if (k != q)
      for (int i = 0; i < n; i++) {
        double t = a[i * n + k];
        a[i * n + k] = a[i * n + q];
        a[i * n + q] = t;
      }
  }
  return 0;
}

int
main(void)
{
  static double a[N * N];
  for (int i = 0; i < N * N; i++)
    a[i] = i * 37 % 101 - 20;
  int found = order(N, a, 1e-20);
  printf("%d %08x\n", found, hash(a, sizeof a));
  return 0;
}
