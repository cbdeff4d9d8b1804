// An array of which what differs from the element before is kept, in place.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: loop stays
#include <stdio.h>

enum { N = 1000 };

static int a[N + 8];

// From the second element on.
__attribute__((noinline)) static int
unique(int n, int *x)
{
  int k = 1;
#pragma loft
  for (int i = 1; i < n; i++)
    if (x[i] != x[i - 1])
      x[k++] = x[i];
  return k;
}

// The first one by a condition.
__attribute__((noinline)) static int
runs(int n, int *x)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (i == 0 || x[i] != x[i - 1])
      x[k++] = x[i];
  return k;
}

// From behind.
__attribute__((noinline)) static int
back(int n, int *x)
{
  int k = n - 2;
#pragma loft
  for (int i = n - 2; i >= 0; i--)
    if (x[i] > x[i + 1])
      x[k--] = x[i];
  return k;
}

static void
fill(int every)
{
  for (int i = 0; i < N + 8; i++)
    a[i] = i * i / every % 5;
}

static void
show(int k)
{
  unsigned s = 0;
  for (int i = 0; i < N + 8; i++)
    s = s * 31 + (unsigned)a[i];
  printf("%d %u\n", k, s);
}

int
main(void)
{
  for (int every = 1; every < 3000; every *= 7) {
    fill(every);
    show(unique(N, a));
    fill(every);
    show(runs(N, a));
    fill(every);
    show(back(N, a));
  }
}
