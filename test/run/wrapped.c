// Elements at integers of 8 and 16 bits that wrap: drivers must not take them
// for the sums that they are made of.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <string.h>

enum { N = 600, SIZE = 70000 };

// Each of the forms as index, in a map and in a fold.
#define LOOPS(NAME, PRAGMA)                                                    \
  __attribute__((noinline)) static void NAME(                                  \
      int n, const unsigned char *x, unsigned char *y, unsigned *sums) {       \
    LOOP(PRAGMA, 0, (unsigned char)(i + 295))                                  \
    LOOP(PRAGMA, 1, (unsigned char)(i - 300))                                  \
    LOOP(PRAGMA, 2, (unsigned short)(i * 300 + 70000))                         \
    LOOP(PRAGMA, 3, (signed char)(i + 295) + 128)                              \
    LOOP(PRAGMA, 4, (unsigned char)(i + 295) * 3 + 5)                          \
    LOOP(PRAGMA, 5, (unsigned char)(i + 1))                                    \
  }
#define LOOP(PRAGMA, WHICH, INDEX)                                             \
  PRAGMA                                                                       \
  for (int i = 0; i < n; i++)                                                  \
    y[WHICH * N + i] = x[INDEX];                                               \
  {                                                                            \
    unsigned s = 7;                                                            \
    PRAGMA                                                                     \
    for (int i = 0; i < n; i++)                                                \
      s += x[INDEX];                                                           \
    sums[WHICH] = s;                                                           \
  }
LOOPS(original, )
LOOPS(lifted, _Pragma("loft"))

int
main(void)
{
  static unsigned char x[SIZE], y[2][6 * N];
  static unsigned sums[2][6];
  unsigned seed = 1;
  for (int i = 0; i < SIZE; i++)
    x[i] = (unsigned char)((seed = seed * 1664525u + 1013904223u) >> 8);
  original(N, x, y[0], sums[0]);
  lifted(N, x, y[1], sums[1]);
  return memcmp(y[0], y[1], sizeof y[0]) || memcmp(sums[0], sums[1], 24);
}
