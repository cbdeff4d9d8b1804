// Several counters that stop at limits of their own: the rest of one goes to the
// next, in either order of the tests, up and down, with what none takes counted.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 3000 };
static int x[N], out[N], rest[N], last[N];

static void
two(int n, int cap, int most)
{
  int k = 0, m = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 0 && k < cap)
      out[k++] = x[i];
    else if (m < most)
      rest[m++] = i;
  }
  printf(" %d %d", k, m);
}

static void
swapped(int n, int cap, int most)
{
  int k = 0, m = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = x[i];
    if (k < cap && v > 0)
      out[k++] = v;
    else if (m < most && v < 0)
      rest[m++] = v;
  }
  printf(" %d %d", k, m);
}

static void
lost(int n, int cap, int most)
{
  int k = 0, m = 0, l = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 5) {
      if (k < cap)
        out[k++] = x[i];
      else
        l++;
    } else if (m < most)
      rest[m++] = x[i];
    else
      l++;
  }
  printf(" %d %d %d", k, m, l);
}

static void
three(int n, int cap, int most)
{
  int k = 0, m = 0, l = N;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] % 3 == 0 && k < cap)
      out[k++] = x[i];
    else if (x[i] % 2 == 0 && m < most)
      rest[m++] = x[i];
    else
      last[--l] = i;
  }
  printf(" %d %d %d", k, m, l);
}

static void
all_limited(int n, int cap, int most)
{
  int k = 0, m = 0, l = N, lost = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < -10 && k < cap)
      out[k++] = x[i];
    else if (x[i] < 10 && m < most)
      rest[m++] = x[i];
    else if (x[i] < 30 && l > N - cap)
      last[--l] = i;
    else
      lost++;
  }
  printf(" %d %d %d %d", k, m, l, lost);
}

static void
check(int n, int cap, int most)
{
  printf("%d %d %d:", n, cap, most);
  two(n, cap, most);
  swapped(n, cap, most);
  printf(" %08x %08x", hash(out, sizeof out), hash(rest, sizeof rest));
  lost(n, cap, most);
  three(n, cap, most);
  printf(" %08x %08x %08x\n", hash(out, sizeof out), hash(rest, sizeof rest), hash(last, sizeof last));
  all_limited(n, cap, most);
  printf(" %08x %08x %08x\n", hash(out, sizeof out), hash(rest, sizeof rest), hash(last, sizeof last));
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = (int)((unsigned)i * 2654435761u >> 16) % 97 - 40;
  check(0, 5, 5);
  check(1, 1, 1);
  check(1, 0, 1);
  check(N, 0, 0);
  check(N, -3, 70);
  check(N, 100, 0);
  check(N, 100, 200);
  check(N, 2000, N);
  check(N, N, N);
  return 0;
}
