// A local array that is declared in front of the condition under which it is
// filled and read: forces of pairs, added to both.
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 300, M = 40 };

__attribute__((noinline)) static void
forces(int n, int m, const int *x, const int *kind, long *restrict sum) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int d[2];
      if (kind[j] <= kind[i])
        continue;
      d[0] = x[i];
      d[1] = x[j] - x[i];
      sum[i] -= d[kind[i] & 1];
      sum[j] += d[0];
    }
}

int
main(void) {
  static int x[N], kind[N];
  static long sum[N];
  for (int i = 0; i < N; i++) {
    x[i] = i * 7 % 31;
    kind[i] = i * 5 % 11;
  }
  forces(N, M, x, kind, sum);
  long hash = 0;
  for (int i = 0; i < N; i++)
    hash = hash * 31 + sum[i];
  printf("%ld\n", hash);
  return 0;
}
