// Calls that do not return, behind loops without a trip count, divisions and
// work arrays: the iterations that C would not have reached are asked as well,
// where these loops may not end, and subscripts are not in their arrays. Loops
// without a trip count are too long for lavapipe.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <limits.h>
#include <setjmp.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 200 };
static int x[N], d[N], y[N], z[N], w[N];
static jmp_buf out;

static _Noreturn void
fail(void)
{
  longjmp(out, 1);
}

static void
digits(int *restrict to, const int *restrict from, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (from[i] < 0)
      fail();
    int v = from[i], k = 0;
    while (v != 0) {
      v >>= 1; // of a negative number without end
      k++;
    }
    if (k > 20)
      fail();
    to[i] = k;
  }
}

static void
under(int *restrict to, const int *restrict from, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < 3; j++)
      if (from[i] > j)
        for (int v = from[i] + j; v != 1; v = v & 1 ? v + 1 : v / 2)
          s++;
    if (s > 60)
      fail();
    to[i] += s;
  }
}

static void
ratios(int *restrict to, const int *restrict from, const int *restrict by,
       int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (by[i] == 0)
      fail();
    int q = from[i] / by[i];
    if (q + from[i] % by[i] > 900)
      fail();
    to[i] = q;
  }
}

static void
tallies(int *restrict to, const int *restrict from, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    int t[8] = {0};
    if (from[i] < 0 || from[i] > 700)
      fail();
    for (int j = 0; j < 5; j++)
      t[from[i] / 100 + (j & 1)]++;
    t[from[i] % 8] -= from[i] & 3;
    if (t[3] > 2)
      fail();
    to[i] = t[0] * 3 + t[1] + t[from[i] / 100];
  }
}

static void
once(int bad, int by, int at)
{
  for (int i = 0; i < N; i++) {
    x[i] = i * 7 % 131;
    d[i] = i % 5 + 1;
    y[i] = z[i] = w[i] = i;
  }
  x[at] = bad;
  d[at] = by;
  volatile int stage = 0;
  if (!setjmp(out)) {
    digits(y, x, N);
    stage = 1;
  }
  if (!setjmp(out)) {
    if (bad >= 0)
      under(y, x, N);
    stage += 2;
  }
  if (!setjmp(out)) {
    ratios(z, x, d, N);
    stage += 4;
  }
  if (!setjmp(out)) {
    tallies(w, x, N);
    stage += 8;
  }
  printf("%d %u %u %u\n", stage, hash(y, sizeof y), hash(z, sizeof z),
         hash(w, sizeof w));
}

int
main(void)
{
  once(3, 2, 7);
  once(-1, 0, 7);
  once(-70, 1, 0);
  once(INT_MIN, 0, 90);
  once(650, 1, N - 1);
  once(305, 1, N - 1);
  once(1 << 21, 1, N - 1);
  return 0;
}
