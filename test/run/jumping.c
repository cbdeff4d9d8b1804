// Chains of links that are halved in each round, by a copy of them: what the
// copy held before the region says nothing of which elements are read.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 700 };
static int next[N], copy[N], steps[N], sum[N];

static int
roots(int n, int *f, int *g)
{
  int changed, rounds = 0;
#pragma loft
  do {
    changed = 0;
    for (int i = 0; i < n; i++)
      g[i] = f[f[i]];
    for (int i = 0; i < n; i++) {
      changed |= f[i] != g[i];
      f[i] = g[i];
    }
    rounds++;
  } while (changed);
  return rounds;
}

// The distances to the roots, too.
static void
ranks(int n, int *f, int *d, int *g, int *e, int rounds)
{
#pragma loft
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < n; i++) {
      e[i] = d[i] + d[f[i]];
      g[i] = f[f[i]];
    }
    for (int i = 0; i < n; i++) {
      d[i] = e[i];
      f[i] = g[i];
    }
  }
}

static void
link_up(void)
{
  for (int i = 0; i < N; i++) {
    next[i] = i % 50 ? i - 1 - i % 3 % (i % 50) : i;
    steps[i] = next[i] != i;
    copy[i] = sum[i] = -1999999999 + i;
  }
}

int
main(void)
{
  link_up();
  printf("%d ", roots(N, next, copy));
  printf("%08x %08x\n", hash(next, sizeof next), hash(copy, sizeof copy));
  link_up();
  ranks(N, next, steps, copy, sum, 9);
  printf("%08x %08x\n", hash(next, sizeof next), hash(steps, sizeof steps));
  return 0;
}
