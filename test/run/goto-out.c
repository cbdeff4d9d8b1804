// goto out of the annotated statement: forwards and backwards, out of nested
// loops, of searches, of loops that store, and of regions of several loops.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: found ({{.*}}): cpu
// CHECK-DAG: nested ({{.*}}): cpu
// CHECK-DAG: again ({{.*}}): cpu
// CHECK-DAG: stores ({{.*}}): cpu
// CHECK-DAG: several ({{.*}}): cpu
#include <stdio.h>

enum { N = 3000, M = 50 };

static int x[N], y[N];

__attribute__((noinline)) static int
found(const int *a, int n, int v)
{
  int i;
#pragma loft required
  for (i = 0; i < n; i++)
    if (a[i] == v)
      goto found;
  return -1;
found:
  return i;
}

__attribute__((noinline)) static int
nested(int (*a)[M], int n, int v, int *row, int *column)
{
  int i, j;
#pragma loft required
  for (i = 0; i < n; i++)
    for (j = 0; j < M; j++)
      if (a[i][j] == v)
        goto done;
  *row = *column = -1;
  return 0;
done:
  *row = i;
  *column = j;
  return 1;
}

__attribute__((noinline)) static int
again(const int *a, int n)
{
  int sum = 0, i = 0;
next:
#pragma loft required
  for (; i < n; i++) {
    if (a[i] % 700 == 3)
      goto odd;
    sum += a[i];
  }
  return sum;
odd:
  sum ^= 77;
  i++;
  goto next;
}

__attribute__((noinline)) static int
stores(int *to, const int *a, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    int v = a[i];
    if (v < 0)
      goto fail;
    if (v % 3 == 0)
      goto skip;
    to[i] = v * 2;
  skip:;
  }
  return 0;
fail:
  to[0] = -1;
  return 1;
}

__attribute__((noinline)) static int
several(int *to, const int *a, int n)
{
#pragma loft region required
  {
    for (int i = 0; i < n; i++)
      to[i] = a[i] + 1;
    for (int i = 0; i < n; i++)
      if (to[i] == 100)
        goto hundred;
    for (int i = 0; i < n; i++)
      to[i] *= 3;
  }
  return 0;
hundred:
  return 100;
}

static void
print(int v)
{
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)y[i];
  printf("%d %u\n", v, h);
}

int
main(void)
{
  int row, column;
  for (int i = 0; i < N; i++)
    x[i] = i * 37 % 2999;
  print(found(x, N, x[2500]));
  print(found(x, N, -4));
  print(found(x, 0, 0));
  print(nested((int (*)[M])x, N / M, x[1234], &row, &column));
  print(row * M + column);
  print(nested((int (*)[M])x, N / M, -4, &row, &column));
  print(row + column);
  print(again(x, N));
  print(stores(y, x, N));
  x[1700] = -5;
  print(stores(y, x, N));
  print(several(y, x, N));
  for (int i = 0; i < N; i++)
    x[i] |= 128;
  print(several(y, x, N));
}
