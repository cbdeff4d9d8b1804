// Planes of one array in groups of five: the fourth of a group is not the last
// but one of the group before.
// COVERS: strides-all_constant strides-down strides-all_down
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <string.h>

enum { N = 13 };
typedef double planes[15][N][N][N];

// Divides planes by others, rows n[0] - 2 and n[0] - 1 of them.
#define DIVIDE(NAME, PRAGMA)                                                   \
  __attribute__((noinline)) static void NAME(const int *n, planes x) {         \
    PRAGMA                                                                     \
    for (int m = 0; m < 2; m++) {                                              \
      int first = 5 * (m + 1), i = n[0] - 2;                                   \
      for (int j = 1; j <= n[1] - 2; j++)                                      \
        for (int k = 1; k <= n[2] - 2; k++) {                                  \
          x[first + 3][i][j][k] /= x[first + 2][i][j][k];                      \
          x[first + 2][i + 1][j][k] -=                                         \
              x[first + 1][i + 1][j][k] * x[first + 3][i][j][k];               \
        }                                                                      \
    }                                                                          \
  }
DIVIDE(original, )
DIVIDE(lifted, _Pragma("loft"))

int
main(void)
{
  static planes x, y;
  double *at = &x[0][0][0][0];
  for (int e = 0; e < 15 * N * N * N; e++)
    at[e] = 1 + e % 7;
  memcpy(y, x, sizeof x);
  for (int side = 5; side < N; side++) {
    const int n[3] = {side, side, side};
    original(n, x);
    lifted(n, y);
  }
  return memcmp(x, y, sizeof x) != 0;
}
