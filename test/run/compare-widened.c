// Widened integers in order with constants, of which one is a bound that the
// loop's count is compared with: Mesa's compiler takes -2^31 for 2^31 where it
// compares in 32 bits what is written in 64.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 64 };
static int q[N], less[N], not_more[N], more[N], first[N];
static long up_to[N];

// Comparisons the rewrites do not see: of what an index says with data.
static void
order(int n, const int *q, int *less, int *not_more, int *more) {
#pragma loft map required
  for (int i = 0; i < n; i++) {
    less[i] = 40 < (long)q[i];
    not_more[i] = (long)q[i] <= -1;
    more[i] = ((long)q[i] > 7 ? (long)q[i] : 7) >= 8;
  }
}

static void
clamp(int n, const int *q, long *y) {
#pragma loft map required
  for (int i = 0; i < n; i++) {
    long v = q[i];
    y[i] = (v < -3 ? -3 : v) / 2;
  }
}

// A loop with two ends.
static void
until(int n, int *y) {
#pragma loft map required
  for (int i = 0; i < n && i < 40; i++)
    y[i] = i + 1;
}

int
main(void) {
  for (int i = 0; i < N; i++)
    q[i] = i % 3 == 0 ? i - 30 : i % 3 == 1 ? 2147483647 - i : -2147483647 + i;
  order(N, q, less, not_more, more);
  clamp(N, q, up_to);
  for (int i = 0; i < N; i++)
    printf("%d: %d %d %d %ld\n", q[i], less[i], not_more[i], more[i], up_to[i]);
  static const int counts[] = {-1, 0, 7, 39, 40, 41, N};
  for (int k = 0; k < 7; k++) {
    for (int i = 0; i < N; i++)
      first[i] = 0;
    until(counts[k], first);
    for (int i = 0; i < N; i++)
      printf("%d ", first[i]);
    puts("");
  }
}
