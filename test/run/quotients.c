// Elements at quotients of 64 bits, in loops that are written out several times
// on a GPU: drivers must not merge the addresses.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <string.h>

enum { ROWS = 8, N = 97, SIZE = 256 };

// A fold of each of the forms over k, ROWS times.
#define FOLDS(NAME, PRAGMA)                                                    \
  __attribute__((noinline)) static void NAME(int n, const int *x, int *y) {    \
    FOLD(PRAGMA, 0, k / 3)                                                     \
    FOLD(PRAGMA, 1, k / 4)                                                     \
    FOLD(PRAGMA, 2, k - k % 4)                                                 \
    FOLD(PRAGMA, 3, k * 3 / 2)                                                 \
    FOLD(PRAGMA, 4, (k + 100) / 3 - 20)                                        \
  }
#define FOLD(PRAGMA, WHICH, INDEX)                                             \
  PRAGMA                                                                       \
  for (int i = 0; i < ROWS; i++) {                                             \
    unsigned s = 7;                                                            \
    for (long k = 0; k < n; k++)                                               \
      s = s * 3 + (unsigned)x[INDEX];                                          \
    y[WHICH * ROWS + i] = (int)s;                                              \
  }
FOLDS(original, )
FOLDS(lifted, _Pragma("loft"))

int
main(void)
{
  static int x[SIZE], y[2][5 * ROWS];
  unsigned seed = 1;
  for (int i = 0; i < SIZE; i++)
    x[i] = (int)((seed = seed * 1664525u + 1013904223u) >> 8);
  original(N, x, y[0]);
  lifted(N, x, y[1]);
  return memcmp(y[0], y[1], sizeof y[0]) != 0;
}
