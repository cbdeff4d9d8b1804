// A counter that may wrap keeps the original loop.
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

static int
keep_few(int n, int limit, unsigned char k)
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
  // CHECK: keep_few ({{.*}}): cpu
  // CHECK: keep_few ({{.*}}): original
  // CHECK: 5 4294967290 7 0
  unsigned a = keep(1000, 3, 5);
  unsigned b = keep(1000, 3, 4294967290u);
  int c = keep_few(248, 3, 7);
  printf("%u %u %d %d\n", a, b, c, keep_few(256, -1, 0));
  return 0;
}
