// The first and the last plane of a cube behind pointers, copied row by row from
// the planes beside them: the stride of planes is the product of both sizes, not
// one of them, so what is assumed of the sizes holds.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// CHECK: loft: exchange {{.*}}: cpu,
#include <stdio.h>
#include <stdlib.h>

static void
exchange(int n, double ***u, int j) {
#pragma loft required
  for (int k = 0; k < n; k++) {
    u[n - 1][j][k] = u[1][j][k];
    u[0][j][k] = u[n - 2][j][k];
  }
}

int
main(void) {
  enum { N = 20, GAP = 2 };
  double *all = calloc((N + GAP) * (N + GAP) * N, sizeof *all), sum = 0;
  double ***u = malloc(N * sizeof *u);
  for (int i = 0; i < N; i++) {
    u[i] = malloc(N * sizeof **u);
    for (int j = 0; j < N; j++) {
      u[i][j] = all + (i * (N + GAP) + j) * (N + GAP);
      for (int k = 0; k < N; k++)
        u[i][j][k] = i * 0.5 + j * 0.25 - k;
    }
  }
  for (int j = 0; j < N; j++)
    exchange(N, u, j);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        sum += u[i][j][k] * (1 + i + 3 * j + 7 * k);
  printf("%g\n", sum);
  return 0;
}
