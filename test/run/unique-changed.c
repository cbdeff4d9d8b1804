// What looks like run/unique.c, but reads what may have been overwritten: the
// original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.c
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.cpu
// RUN: cmp %t.c %t.cpu
#include <stdio.h>

enum { N = 1000 };

static int a[N + 8];

// What is stored was changed: the element before may not be what it was.
__attribute__((noinline)) static int
changed(int n, int *x)
{
  int k = 1;
#pragma loft
  for (int i = 1; i < n; i++)
    if (x[i] != x[i - 1])
      x[k++] = x[i] + 1;
  return k;
}

// So may one further back.
__attribute__((noinline)) static int
further(int n, int *x)
{
  int k = 2;
#pragma loft
  for (int i = 2; i < n; i++)
    if (x[i] != x[i - 2])
      x[k++] = x[i];
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
    show(changed(N, a));
    fill(every);
    show(further(N, a));
  }
}
