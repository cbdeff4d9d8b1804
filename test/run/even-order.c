// Orders of constants and 64-bit integers whose lowest bit is known: drivers
// must not take them for unsigned.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <string.h>

enum { N = 250, FORMS = 8 };

// How often each of the forms is on either side of a constant.
#define COUNTS(NAME, PRAGMA)                                                   \
  __attribute__((noinline)) static void NAME(long n, const long *x,            \
                                             int *counts) {                    \
    COUNT(PRAGMA, 0, (long)(2 * (unsigned long)x[i]))                          \
    COUNT(PRAGMA, 1, (long)((unsigned long)x[i] << 3))                         \
    COUNT(PRAGMA, 2, (long)((unsigned long)x[i] * 2 + 1))                      \
    COUNT(PRAGMA, 3, (2 * i) ^ -1)                                             \
    COUNT(PRAGMA, 4, ~(2 * i + 1))                                             \
    COUNT(PRAGMA, 5, x[i] & -2)                                                \
    COUNT(PRAGMA, 6, x[i] | 1)                                                 \
    COUNT(PRAGMA, 7, 2 * (i - 100))                                            \
  }
#define COUNT(PRAGMA, WHICH, FORM)                                             \
  {                                                                            \
    int above = 0, below = 0, far = 0;                                         \
    PRAGMA                                                                     \
    for (long i = 0; i < n; i++) {                                             \
      above += (FORM) >= 7;                                                    \
      below += (FORM) <= -20;                                                  \
      far += (1L << 40) > (FORM);                                              \
    }                                                                          \
    counts[3 * WHICH] = above;                                                 \
    counts[3 * WHICH + 1] = below;                                             \
    counts[3 * WHICH + 2] = far;                                               \
  }
COUNTS(original, )
COUNTS(lifted, _Pragma("loft"))

int
main(void)
{
  static long x[N];
  static int counts[2][3 * FORMS];
  unsigned long seed = 1;
  for (int i = 0; i < N; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    x[i] = (long)(seed ^ seed >> 29) >> (i % 4 * 15);
  }
  original(N, x, counts[0]);
  lifted(N, x, counts[1]);
  return memcmp(counts[0], counts[1], sizeof counts[0]);
}
