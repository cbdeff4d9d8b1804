// Where C would read an element after writing it through another name, one array
// for both is the original loop's, also if lowering or a rule makes one read of
// several.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 >/dev/null | FileCheck %s
// CHECK-COUNT-7: original: the memory of {{[ab]}} and {{[ab]}} overlaps
#include <stdio.h>

enum { N = 1000 };

static void
previous(int n, const int *a, int *b)
{
#pragma loft
  for (int i = 1; i < n; i++)
    b[i] = a[i - 1] + 1;
}

static void
again(int n, const int *a, int *b, int *c)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    b[i] = a[i] + 1;
    c[i] = a[i];
  }
}

static void
first(int n, const int *a, int *b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    b[i] = a[0] + i;
}

static void
bound(const int *a, int *b)
{
#pragma loft
  for (int i = 0; i < a[0]; i++)
    b[i] = i + 3;
}

static void
loops(int n, const int *a, int *b, int *c)
{
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      b[i] = a[i] + 1;
    for (int i = 0; i < n; i++)
      c[i] += a[i];
  }
}

static void
gather(int n, const int *a, const int *at, int *b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    b[i] = a[at[i]];
}

static void
blocks(int n, const int *a, int *b)
{
#pragma loft
  for (int i = 0; i < n / 4; i++)
    for (int k = 0; k < 4; k++)
      b[4 * i + k] = a[4 * i] + k;
}

int
main(void)
{
  static int x[N], c[N], at[N];
  for (int i = 0; i < N; i++) {
    x[i] = i * 7 % 11;
    at[i] = i * 31 % N;
  }
  previous(N, x, x);
  again(N, x, x, c);
  first(N, x, x);
  x[0] = 50;
  bound(x, x);
  loops(N, x, x, c);
  gather(N, x, at, x);
  blocks(N, x, x);
  for (int i = 0; i < N; i++)
    printf("%d %d\n", x[i], c[i]);
}
