// Members of one structure, and elements in pairs, that are stored at different
// places by one counter, up and down.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 2000 };
struct run {
  int start, end, value;
};
static int x[N];
static struct run runs[N];

static int
records(const int *v, struct run *restrict r, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (i == 0 || v[i] != v[i - 1]) {
      if (k > 0)
        r[k - 1].end = i;
      r[k].start = i;
      r[k].value = v[i];
      k++;
    }
  return k;
}

static int
downwards(const int *v, int *restrict p, int n) {
  int k = 3 * N / 2;
#pragma loft
  for (int i = 0; i < n; i++)
    if (v[i] > 1) {
      if (k < 3 * N / 2)
        p[2 * k + 1] = i;
      k--;
      p[2 * k] = v[i];
    }
  return k;
}

int
main(void) {
  static int pairs[3 * N + 2];
  for (int i = 0; i < N; i++)
    x[i] = (int)((unsigned)i / 2 * 2654435761u >> 20) % 4;
  for (int n = 0; n <= N; n = n < 3 ? n + 1 : n * 25 + n / 3) {
    printf("%d %d %d ", n, records(x, runs, n), downwards(x, pairs, n));
    printf("%08x %08x\n", hash(runs, sizeof runs), hash(pairs, sizeof pairs));
  }
  return 0;
}
