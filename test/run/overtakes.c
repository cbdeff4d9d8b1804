// Loops that read elements which the writes pass, or that are written from the
// other end: before, in and behind the iteration where they meet.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 80 };
static int a[N], b[N];

static void
fixed(int *restrict x, const int *y, int n, int m)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = x[m] + y[i];
}

static int
mirrored(int *restrict x, int *restrict y, int n)
{
  int s = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    int v = x[n - 1 - i] + 3 * y[i];
    x[i] = v - 1;
    y[i] = v;
    s ^= v;
  }
  return s;
}

static void
behind(int *x, int n)
{
#pragma loft required
  for (int i = n - 1; i >= 0; i--)
    x[i] += x[n - i];
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 7, 8, 39};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k], s = 0;
    for (int i = 0; i < N; i++) {
      a[i] = i * 7 % 31;
      b[i] = i * 5 % 17;
    }
    fixed(a, b, n, n / 2);
    printf("%d %u", n, hash(a, sizeof a));
    fixed(a, b, n, 0);
    fixed(a, b, n, n + 3);
    s = mirrored(a, b, n);
    printf(" %d %u %u", s, hash(a, sizeof a), hash(b, sizeof b));
    behind(a, n);
    printf(" %u\n", hash(a, sizeof a));
  }
  return 0;
}
