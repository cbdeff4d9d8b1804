// Input and output may be one array where C reads no element after writing it:
// lifted code reads a copy.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 >/dev/null | FileCheck %s
// CHECK-NOT: original
#include <stdio.h>
#include <string.h>

enum { N = 3000, W = 50 };

static void
plus(int n, const int *a, int *b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
}

static void
next(int n, const int *a, int *b)
{
#pragma loft
  for (int i = 0; i < n - 2; i++)
    b[i] = a[i + 1] + a[i + 2] - a[i];
}

static void
downwards(int n, const int *a, int *b)
{
#pragma loft
  for (int i = n - 1; i >= 1; i--)
    b[i] = a[i - 1] + 1;
}

static void
rows(int n, int m, const int *a, int *b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * m + j];
}

static void
sums(int n, const int *a, int *b)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = i; j < n; j++)
      s += a[j];
    b[i] = s;
  }
}

static void
positive(int n, const int *a, int *b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] > 3)
      b[i] = a[i] - 3;
}

static void
halves(int n, const int *a, int *b)
{
#pragma loft
  for (int i = 0; i < n / 2; i++)
    b[i] = a[i + n / 2];
}

static void
loops(int n, const int *a, int *b, int *c)
{
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      c[i] = 2 * a[i];
    for (int i = 0; i < n; i++)
      b[i] = a[i] + c[i];
  }
}

int
main(void)
{
  static int x[N], c[N];
  for (int i = 0; i < N; i++)
    x[i] = i * 7 % 11;
  plus(N, x, x);
  next(N, x, x);
  downwards(N, x, x);
  rows(N / W, W, x, x);
  sums(N, x, x);
  positive(N, x, x);
  halves(N, x, x);
  loops(N, x, x, c);
  for (int i = 0; i < N; i++)
    printf("%d %d\n", x[i], c[i]);
}
