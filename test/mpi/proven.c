// Where the compiler has proven that regions are next, their results stay on
// the ranks that computed them as well, until the function reads them.
// REQUIRES: mpi
// RUN: %clang -O2 %s -o %t -lloftmpi %link
// RUN: %ranks %t
// RUN: FileCheck %s --input-file=%t.ranks.4
// CHECK-DAG: heat ({{.*}}): cpu, rank 1 of 4: {{.*}}: 1.2{{[0-9.]*}} KiB came, 1.2{{[0-9.]*}} KiB went, results stay
// CHECK-DAG: rank 1 of 4: what stayed comes back
#include <stdio.h>

enum { H = 50, W = 80 };
static float u[H * W], v[H * W];

__attribute__((noinline)) static float
heat(int steps, float *restrict a, float *restrict b) {
  for (int k = 0; k < steps; k++) {
#pragma loft
    for (int y = 1; y < H - 1; y++)
      for (int x = 0; x < W; x++)
        b[y * W + x] = a[(y - 1) * W + x] - a[(y + 1) * W + x] * 0.5f;
#pragma loft
    for (int y = 2; y < H - 2; y++)
      for (int x = 0; x < W; x++)
        a[y * W + x] = b[(y - 2) * W + x] + b[(y + 2) * W + x] * 0.25f;
  }
  return a[5 * W + 3] + b[30 * W + 7];
}

int
main(void) {
  for (int i = 0; i < H * W; i++)
    u[i] = (float)(i % 37);
  float s = heat(5, u, v);
  double sum = 0;
  for (int i = 0; i < H * W; i++)
    sum += (double)u[i] * i + (double)v[i];
  printf("%a %a\n", (double)s, sum);
  return 0;
}
