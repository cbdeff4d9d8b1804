// Two scalars that are the best of sums with one another, as in Viterbi's
// decoder: folded together, and seen by each iteration.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include "Inputs/hash.h"
#include <stdio.h>

enum { N = 70001 };
static int cost[4 * N], out[2 * N];
static short small[2 * N];

static int
best(int n)
{
  int a = 0, b = -1000;
#pragma loft required
  for (int i = 0; i < n; i++) {
    const int *c = cost + 4 * i;
    int p = a + c[0] > b + c[1] ? a + c[0] : b + c[1];
    int q = a + c[2] > b + c[3] ? a + c[2] : b + c[3];
    a = p;
    b = q;
  }
  return a > b ? a : b;
}

static void
least(int n, int step)
{
  int cheap = 0, dear = 40;
#pragma loft required
  for (int i = 0; i < n; i++) {
    int stay = cheap + small[2 * i], change = dear - step;
    if (change < stay)
      stay = change;
    int other = dear + small[2 * i + 1];
    if (cheap - 3 < other)
      other = cheap - 3;
    cheap = stay;
    dear = other;
    out[2 * i] = cheap;
    out[2 * i + 1] = dear - cheap;
  }
}

int
main(void)
{
  unsigned r = 1;
  for (int i = 0; i < 4 * N; i++) {
    r = r * 1664525 + 1013904223;
    cost[i] = (int)(r >> 17) - 16384;
    small[i / 2] = (short)(r >> 24);
  }
  for (int n = 0; n < 40; n += 13)
    printf("%d\n", best(n));
  printf("%d\n", best(N));
  least(N, 7);
  printf("%x\n", hash(out, sizeof out));
  return 0;
}
