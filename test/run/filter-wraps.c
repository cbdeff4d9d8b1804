// An unsigned counter that may wrap keeps the original loop.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
#include <stdio.h>

static int x[1000], out[1000];

static unsigned
keep(int n, int limit, unsigned k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      out[k++] = x[i];
  return k;
}

int
main(void)
{
  // CHECK: keep ({{.*}}): cpu
  // CHECK: keep ({{.*}}): original
  // CHECK: 5 4294967290
  unsigned a = keep(1000, 3, 5);
  printf("%u %u\n", a, keep(1000, 3, 4294967290u));
  return 0;
}
