// Folds of running values: of sums, of values that are held, of recurrences.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 90 };
static int x[N];
static double d[N];

static int
most(int n, int s, int *last)
{
  int t = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (s > t)
      t = s;
  }
  *last = s;
  return t;
}

static double
drop(int n, int *at)
{
  double s = 0, deepest = 0;
  int k = *at;
#pragma loft required
  for (int i = 0; i < n; i++) {
    s += d[i];
    if (s < deepest) {
      deepest = s;
      k = i;
    }
  }
  *at = k;
  return deepest;
}

static unsigned
before(int n, unsigned s)
{
  unsigned mix = 1, k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (s % 3 == 1)
      k++;
    mix ^= s;
    s = s * 5 + (unsigned)x[i];
  }
  return mix * 7 + k + s;
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 31, N};
  for (int i = 0; i < N; i++) {
    x[i] = i * 17 % 23 - 11;
    d[i] = x[i] * 0.5;
  }
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k], last = 3, at = -1;
    int t = most(n, 2, &last);
    double s = drop(n, &at);
    printf("%d %d %g %d %u\n", t, last, s, at, before(n, 4));
  }
  return 0;
}
