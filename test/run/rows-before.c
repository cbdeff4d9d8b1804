// Elements in front of where the row pointers point, at subscripts that are
// data: rows that are apart are copied, at one distance they stay.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// CHECK-NOT: original
// CHECK-COUNT-2: pick ({{.*}}): cpu
// CHECK: change ({{.*}}): cpu
#include <stdio.h>

#include "Inputs/hash.h"

enum { COUNT = 40, LONG = 16, MIDDLE = 8 };

static void
pick(int n, float *y, float **rows, const signed char *c, const signed char *e)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = rows[i][c[i]] + rows[i][e[i]];
}

static void
change(int n, float **rows, const signed char *c)
{
#pragma loft
  for (int i = 0; i < n; i++)
    rows[i][c[i]] += 0.5f;
}

int
main(void)
{
  static struct {
    float in[COUNT][LONG], apart[COUNT], beside[COUNT];
  } all;
  float *apart[COUNT], *beside[COUNT];
  signed char c[COUNT], e[COUNT];
  for (int i = 0; i < COUNT; i++) {
    for (int k = 0; k < LONG; k++)
      all.in[i][k] = (float)((i * LONG + k) * 11 % 251);
    beside[i] = all.in[i] + MIDDLE;
    apart[i] = all.in[i * 7 % COUNT] + MIDDLE;
    c[i] = (signed char)(i % 5 - 4);
    e[i] = (signed char)(i % 3 - 2);
  }
  pick(COUNT, all.apart, apart, c, e);
  pick(COUNT, all.beside, beside, c, e);
  change(COUNT, apart, c);
  printf("%08x\n", hash(&all, sizeof all));
  return 0;
}
