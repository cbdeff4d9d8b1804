// Parts of a loop's step behind the one that counts see the variable as it is by
// then, parts before it as it was.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>

enum { N = 1000 };

// Each vertex with the one before it, as polygons are gone around.
static void
around(int n, const int *x, int *y)
{
#pragma loft required
  for (int i = 0, j = n - 1; i < n; j = i++)
    y[i] = x[i] - x[j];
}

static void
behind(int n, const int *x, int *y)
{
#pragma loft required
  for (int i = 0, j = n - 1; i < n; i++, j = i)
    y[i] += x[i] * 3 - x[j];
}

static void
before(int n, const int *x, int *y)
{
#pragma loft required
  for (int i = 0, j = n - 1; i < n; j = i, i++)
    y[i] += x[i] * 5 - x[j];
}

static int
stepped(int n, const int *x, int *y)
{
  int j = n - 1, k = 0;
#pragma loft required
  for (int i = 0; i < n; k = j, j = ++i) {
    if (x[i] % 3 == 1)
      continue;
    y[i] += k + j;
  }
  return j + k;
}

static int x[N], y[N];

int
main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = i * 7919 % 101;
  around(N, x, y);
  behind(N, x, y);
  before(N, x, y);
  printf("%d\n", stepped(N, x, y));
  for (int i = 0; i < N; i++)
    printf("%d\n", y[i]);
}
