// Overlapping arguments: the guard fails and C's answer stands.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 >/dev/null | FileCheck %s
// CHECK: original: the memory of {{.*}} overlaps
#include <stdio.h>

static void
shift(int n, const int *x, int *y)
{
#pragma loft map
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 1;
}

int
main(void)
{
  static int a[100];
  shift(99, a, a + 1); // each element from the one before
  for (int i = 0; i < 100; i++)
    printf("%d\n", a[i]);
}
