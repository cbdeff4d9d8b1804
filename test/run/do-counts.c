// do loops that count, to bounds before and behind their start: first, last and
// only iterations.
// RUN: %clang -O2 -w %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 500, MORE = 40 };
static int x[N + MORE], y[N];

#define LOOP(name, start, body, test)                                          \
  __attribute__((noinline)) static void name(int n, int m, unsigned u,         \
                                             const int *a, int *r) {           \
    _Pragma("loft") for (int i = 0; i < n; i++) {                              \
      int s = 0;                                                               \
      start;                                                                   \
      do {                                                                     \
        body;                                                                  \
      } while (test);                                                          \
      r[i] += s + 1000 * (int)k;                                               \
    }                                                                          \
  }
// clang-format off
LOOP(pre, int k = 0, s += a[i + k] * (k + 1), ++k < 2)
LOOP(bound, int k = 0, s += a[i + k] * (k + 1), ++k < m)
LOOP(after, int k = 0, s += a[i + k] * (k + 1), k++ < m)
LOOP(in_body, int k = 1, s += a[i + k]; k += 2, k < m)
LOOP(down, int k = m, s += a[i + k] * (k + 1), --k > 0)
LOOP(down_after, int k = m, s += a[i + k] * (k + 1), k-- > 0)
LOOP(flipped, int k = 0, s += a[i + k] * (k + 1), m > ++k)
LOOP(by_three, int k = 0, s += a[i + k] * (k + 1), (long)(k += 3) < (long)m)
LOOP(from_outer, int k = i, s += a[k], ++k < i + m)
LOOP(to_zero, unsigned k = u, s += a[i + k], k-- > 0)
LOOP(narrow, unsigned char k = u, s += a[i + k], ++k < m)
LOOP(leaves, int k = 0, if (a[i + k] > 5) break; s += a[i + k], ++k < m)
LOOP(continues, int k = 0, if (a[i + k] > 5) continue; s += a[i + k], ++k < m)
// clang-format on

int
main(void) {
  void (*const all[])(int, int, unsigned, const int *, int *) = {
      pre,      bound,      after,   in_body, down,   down_after, flipped,
      by_three, from_outer, to_zero, narrow,  leaves, continues};
  static const int bounds[] = {1, 2, 7, 0, -3};
  for (int i = 0; i < N + MORE; i++)
    x[i] = i * 7 % 11;
  for (int k = 0; k < (int)(sizeof all / sizeof *all); k++)
    for (int j = 0; j < 5; j++) {
      // never below the array: a loop down from a bound below 0 is not asked
      int m = bounds[j] < 0 && (all[k] == down || all[k] == down_after)
                  ? 9
                  : bounds[j];
      all[k](N, m, (unsigned)j, x, y);
      for (int i = 0; i < N; i++)
        printf("%d\n", y[i]);
    }
}
