// Rows that are as long as the loop over them only where there are several: one
// iteration needs no row. The guard lets it run.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
#include <stdio.h>

#include "Inputs/hash.h"

static float x[512];

// CHECK: butterfly ({{.*}}): cpu
// CHECK: butterfly ({{.*}}): cpu
// CHECK: butterfly ({{.*}}): cpu
// CHECK: butterfly ({{.*}}): original: its run-time guard failed
static void
butterfly(int n, int row, int m)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int u = 0; u < m; u++) {
      float a = x[i * row + u], b = x[i * row + u + m];
      x[i * row + u] = a + b;
      x[i * row + u + m] = a - b;
    }
}

// CHECK: scale ({{.*}}): cpu
// CHECK: scale ({{.*}}): original: its run-time guard failed
static void
scale(float *out, const float *in, int n, int row, int m)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * row + j] = in[i * row + j] * 2 + 1;
}

// CHECK: smooth ({{.*}}): original: the memory of in and out overlaps
static void
smooth(float *out, const float *in, int n, int row, int m)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      out[i * row + j] = in[i * row + j - 1] * 2 + 1;
}

int
main(void)
{
  for (int i = 0; i < 512; i++)
    x[i] = (float)(i * 7 % 61);
  butterfly(1, 1, 256);
  butterfly(0, 1, 256);
  butterfly(4, 128, 64);
  butterfly(3, 70, 64); // rows overlap
  scale(x, x, 1, 1, 300); // one array
  scale(x, x, 3, 70, 80);
  smooth(x, x, 1, 1, 20);
  printf("%08x\n", hash(x, sizeof x));
  return 0;
}
