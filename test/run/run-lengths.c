// Run lengths: a counter of what is appended, beside a sum that starts again.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 5000 };

static unsigned char text[N];
static unsigned char value[N];
static int length[N], runs[N];

// Values and lengths of runs; the last one is left to the caller.
__attribute__((noinline)) static int
encode(int n, const unsigned char *x, unsigned char *val, int *len, int *left) {
  int k = 0, run = 1;
#pragma loft required
  for (int i = 1; i < n; i++) {
    if (x[i] == x[i - 1])
      run++;
    else {
      val[k] = x[i - 1];
      len[k++] = run;
      run = 1;
    }
  }
  *left = run;
  return k;
}

// The lengths of runs above a level, of two elements at least: whether something
// is appended depends on the sum.
__attribute__((noinline)) static int
above(int n, const unsigned char *x, int level, int *len) {
  int found = 0, run = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > level) {
      run++;
    } else {
      if (run > 1)
        len[found++] = run;
      run = 0;
    }
  }
  return found;
}

int
main(void) {
  for (int i = 0; i < N; i++)
    text[i] = (unsigned char)((unsigned)(i / 3) * 2654435761u >> 29);
  for (int n = 1; n <= N; n = n * 4 + 3) {
    int left, k = encode(n, text, value, length, &left);
    printf("%d %d %08x %08x", k, left, hash(value, sizeof value),
           hash(length, sizeof length));
    k = above(n, text, 3, runs);
    printf(" %d %08x\n", k, hash(runs, sizeof runs));
  }
}
