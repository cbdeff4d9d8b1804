// Loops with calls that do not return: where none is reached they run lifted;
// where one is, everything that came before it has happened, and nothing else.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { N = 100 };
static int x[N], k[N], y[N], z[N];
static jmp_buf out;

static _Noreturn void
fail(void)
{
  longjmp(out, 1);
}

static inline int
scaled(int v, int by)
{
  if (by < 0)
    fail();
  return v * by;
}

static void
in_place(int *restrict to, const int *restrict from, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    assert(from[i] >= 0);
    if (from[i] > 50)
      fail();
    to[i] += from[i] * 2;
  }
}

static int
sum(const int *v, const int *by, int n)
{
  int s = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    s += scaled(v[i], by[i]);
  return s;
}

static void
nested(int *restrict to, const int *restrict from, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    to[i] = 0;
    for (int j = 0; j < 4; j++) {
      if (from[i] == 40 + j)
        exit(3);
      to[i] += from[i] ^ j;
    }
    if (from[i] > 60)
      fail();
    to[i]++;
  }
}

static void
once(int bad, int at)
{
  for (int i = 0; i < N; i++) {
    x[i] = i * 7 % 31;
    k[i] = i % 5;
    y[i] = z[i] = i;
  }
  x[at] = bad;
  k[at] = 30 - bad;
  volatile int s = -1;
  if (!setjmp(out)) {
    in_place(y, x, N);
    s = sum(x, k, N);
  } else if (!setjmp(out))
    nested(z, x, N);
  printf("%d %u %u\n", s, hash(y, sizeof y), hash(z, sizeof z));
}

int
main(void)
{
  once(3, 7);
  once(70, 7);
  once(70, 0);
  once(55, N - 1);
  once(30, 5);
  once(31, N - 1);
  return 0;
}
