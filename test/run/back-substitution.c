// The planes of a solver that goes backwards read the plane behind: no check of
// rows can hold, so the planes are steps, in each of which all points are solved
// at once.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck --check-prefix=LOG %s
// CHECK: lifted to loop of map 3d of sequential reduce add
// LOG: loft: back {{.*}}: cpu,
#include <stdio.h>

enum { M = 5, N = 13 };
static int points[3];
static double rhs[N][N][N][M], lhs[N][N][N][M][M];

static void
back(void) {
#pragma loft required
  for (int i = points[0] - 2; i >= 0; i--)
    for (int j = 1; j < points[1] - 1; j++)
      for (int k = 1; k < points[2] - 1; k++)
        for (int m = 0; m < M; m++)
          for (int n = 0; n < M; n++)
            rhs[i][j][k][m] = rhs[i][j][k][m] - lhs[i][j][k][m][n] * rhs[i + 1][j][k][n];
}

int
main(void) {
  double *r = &rhs[0][0][0][0], *l = &lhs[0][0][0][0][0], sum = 0;
  points[0] = points[1] = points[2] = 12;
  for (int i = 0; i < N * N * N * M; i++)
    r[i] = i % 17 / 16.0;
  for (int i = 0; i < N * N * N * M * M; i++)
    l[i] = i % 13 / 64.0;
  back();
  for (int i = 0; i < N * N * N * M; i++)
    sum += r[i] * (1 + i % 101);
  printf("%.9g\n", sum);
  return 0;
}
