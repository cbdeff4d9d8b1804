// In place: every second element, every third one, and back.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// CHECK-NOT: original
// CHECK: second ({{.*}}): cpu
// CHECK: third ({{.*}}): cpu
// CHECK: spread ({{.*}}): cpu
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 300 };

static void
second(int n, int *x, const int *t)
{
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] = x[2 * i] + t[i];
}

static void
third(int n, int *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[2 * i + 1] - x[3 * i + 1];
}

static void
spread(int n, int *x)
{
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    x[2 * i] = x[i];
}

int
main(void)
{
  static int x[N], t[N];
  for (int i = 0; i < N; i++) {
    x[i] = i * 7 % 101;
    t[i] = i * 3;
  }
  second(N / 2, x, t);
  third(N / 3, x);
  spread(N / 2, x);
  printf("%08x\n", hash(x, sizeof x));
  return 0;
}
