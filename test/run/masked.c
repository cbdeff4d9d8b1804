// Elements at masked and at widened indices in one loop: LLVM 22 takes the
// check that one does not wrap for that of the other.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: %clang -O2 -S -emit-llvm -Xclang -disable-llvm-passes %s -o - | \
// RUN:   FileCheck %s
// CHECK: !"llvm.loop.vectorize.enable", i1 false
#include <string.h>

enum { N = 600, SIZE = 2 * N };

// A map of each of the forms, and an update in C's order.
#define LOOPS(NAME, PRAGMA)                                                    \
  __attribute__((noinline)) static void NAME(int n, unsigned *x,               \
                                             unsigned *y) {                    \
    LOOP(PRAGMA, y, 0, x[(unsigned)i + 2u] * x[(i + 1) & 7])                   \
    LOOP(PRAGMA, y, 1, x[(unsigned)i + 2u] * x[(unsigned char)(i + 295)])      \
    LOOP(PRAGMA, y, 2, x[(unsigned)i + 2u] * x[((unsigned)i + 1) % 16])        \
    LOOP(PRAGMA, x, 1, x[(unsigned)i + N + 2u] * x[(i + 1) & 7])               \
  }
#define LOOP(PRAGMA, TO, WHICH, VALUE)                                         \
  PRAGMA                                                                       \
  for (unsigned i = 0; i < n / 2; i++)                                         \
    TO[WHICH * (N / 2) + i] = VALUE;
LOOPS(original, _Pragma("clang loop vectorize(disable)"))
LOOPS(lifted, _Pragma("loft"))

int
main(void) {
  static unsigned x[2][SIZE], y[2][SIZE];
  unsigned seed = 1;
  for (int i = 0; i < SIZE; i++)
    x[0][i] = x[1][i] = (seed = seed * 1664525u + 1013904223u) >> 8 | 1;
  original(N, x[0], y[0]);
  lifted(N, x[1], y[1]);
  return memcmp(x[0], x[1], sizeof x[0]) || memcmp(y[0], y[1], sizeof y[0]);
}
