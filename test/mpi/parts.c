// Host code that touches some elements between regions whose results stay on
// the ranks: where these are of another rank all become current, elsewhere
// nothing moves.
// REQUIRES: mpi, vulkan
// RUN: %clang -O2 %s -o %t -lloftmpi %link
// RUN: %ranks %t
// RUN: FileCheck %s --input-file=%t.ranks.4
// RUN: %ranks %t LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1
// CHECK-DAG: border ({{.*}}): cpu, rank 1 of 4: {{.*}}, results stay
// CHECK-DAG: rank 1 of 4: what stayed comes back
#include <stdio.h>

enum { H = 50, W = 80 };
static float u[H * W], v[H * W];

// No region writes what the host does.
__attribute__((noinline)) static void
border(int steps, float *restrict a, float *restrict b) {
  for (int k = 0; k < steps; k++) {
#pragma loft
    for (int y = 1; y < H - 1; y++)
      for (int x = 0; x < W; x++)
        b[y * W + x] = a[(y - 1) * W + x] - a[(y + 1) * W + x] * 0.5f;
    b[3] = (float)k;
    a[(H - 1) * W + 5] = 2;
#pragma loft
    for (int y = 2; y < H - 2; y++)
      for (int x = 0; x < W; x++)
        a[y * W + x] = b[(y - 2) * W + x] + b[(y + 2) * W + x] * 0.25f;
  }
}

// Regions do.
__attribute__((noinline)) static float
inner(int steps, float *restrict a, float *restrict b) {
  float s = 0;
  for (int k = 0; k < steps; k++) {
#pragma loft
    for (int y = 1; y < H - 1; y++)
      for (int x = 0; x < W; x++)
        b[y * W + x] = a[(y - 1) * W + x] - a[(y + 1) * W + x] * 0.5f;
    s += b[30 * W + 7];
    b[9 * W] = s;
#pragma loft
    for (int y = 2; y < H - 2; y++)
      for (int x = 0; x < W; x++)
        a[y * W + x] = b[(y - 2) * W + x] + b[(y + 2) * W + x] * 0.25f;
    a[40 * W] += 1;
  }
  return s;
}

int
main(void) {
  for (int i = 0; i < H * W; i++)
    u[i] = (float)(i % 37);
  border(5, u, v);
  float s = inner(4, u, v);
  double sum = 0;
  for (int i = 0; i < H * W; i++)
    sum += (double)u[i] * i + (double)v[i];
  printf("%a %a\n", (double)s, sum);
  return 0;
}
