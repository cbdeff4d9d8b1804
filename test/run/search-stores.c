// A loop that may end early and stores to one array at places from data and at
// others: where it ended is still known.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <string.h>

enum { N = 300 };

#define STORE(NAME, PRAGMA)                                                    \
  __attribute__((noinline)) static int NAME(int n, int most, const int *to,    \
                                            const int *q, unsigned *y) {       \
    int at = -1;                                                               \
    PRAGMA                                                                     \
    for (int i = 2; i < n; i++) {                                              \
      if (i * i > most) {                                                      \
        at = i;                                                                \
        break;                                                                 \
      }                                                                        \
      y[to[i]] = 7;                                                            \
      y[i + 1] = (unsigned)q[i];                                               \
    }                                                                          \
    return at;                                                                 \
  }
STORE(original, )
STORE(lifted, _Pragma("loft"))

int
main(void) {
  static int to[N + 2], q[N + 2];
  static unsigned y[2][N + 2];
  for (int i = 0; i < N + 2; i++) {
    to[i] = i * 7 % N;
    q[i] = i * i % 211;
  }
  for (int most = 0; most < 80000; most += 20000) {
    memset(y, 0, sizeof y);
    if (original(N, most, to, q, y[0]) != lifted(N, most, to, q, y[1]) ||
        memcmp(y[0], y[1], sizeof y[0]))
      return 1;
  }
  return 0;
}
