// Planes, rows and elements in twos: a subscript of twice an index is one of the
// array's own dimension. What is assumed of the sizes holds for arrays with
// padded rows and planes, so the lifted code runs.
// COVERS: strides-symbolic strides-guess
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// CHECK: loft: interpolate {{.*}}: cpu,
#include <stdio.h>
#include <stdlib.h>

static void
interpolate(int n, double ***z, double ***u) {
#pragma loft required
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1; j++) {
      for (int k = 0; k < n - 1; k++)
        u[2 * i][2 * j][2 * k] = u[2 * i][2 * j][2 * k] + z[i][j][k];
      for (int k = 0; k < n - 1; k++)
        u[2 * i + 1][2 * j][2 * k] += 0.5 * (z[i][j][k] + z[i + 1][j][k]);
    }
}

// A cube of side n, whose rows and planes are "gap" elements and rows apart.
static double ***
cube(int n, int gap) {
  double *all = calloc((size_t)(n + gap) * (n + gap) * n, sizeof *all);
  double ***c = malloc(n * sizeof *c);
  for (int i = 0; i < n; i++) {
    c[i] = malloc(n * sizeof **c);
    for (int j = 0; j < n; j++)
      c[i][j] = all + ((size_t)i * (n + gap) + j) * (n + gap);
  }
  return c;
}

int
main(void) {
  enum { N = 20 };
  double ***z = cube(N, 1), ***u = cube(2 * N - 2, 1), sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        z[i][j][k] = i * 0.5 + j * 0.25 - k;
  interpolate(N, z, u);
  for (int i = 0; i < 2 * N - 2; i++)
    for (int j = 0; j < 2 * N - 2; j++)
      for (int k = 0; k < 2 * N - 2; k++)
        sum += u[i][j][k] * (1 + i + 3 * j + 7 * k);
  printf("%g\n", sum);
  return 0;
}
