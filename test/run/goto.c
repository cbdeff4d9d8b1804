// goto as if, else, break, continue, out of nested loops and switches, past
// steps of loops, and in functions that are inlined.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 900, M = 12 };

static int x[N], y[N], z[N][M];
static float a[N], b[N];

static void
arms(int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int k = x[i] & 7;
    if (k > 5)
      goto high;
    if (k & 1)
      goto odd;
    y[i] = k;
    if (k == 2)
      goto end;
    a[i] += 1;
    goto odd;
  high:
    y[i] = -k;
    if (k == 7)
      goto end;
  odd:
    b[i] = a[i] + (float)k;
  end:;
  }
}

static int
clamped(int v)
{
  int r = v;
  if (r > 500)
    goto big;
  if (r < 3)
    goto done;
  r -= 3;
  goto done;
big:
  for (int k = 0; k < 4; k++) {
    r -= 100;
    if (r < 300)
      goto done;
  }
  r++;
done:
  return r;
}

static void
calls(int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = clamped(x[i]);
    switch (x[i] % 5) {
    case 0:
      goto skip;
    case 1:
      y[i] += 7;
      goto both;
    case 2:
      y[i]++;
    }
    y[i] ^= 3;
  both:
    y[i] *= 2;
  skip:
    y[i]--;
  }
}

// The first element of each row that is large; how often, at most, it halves.
static void
nested(int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int at = -1, v = x[i], steps = 0;
    for (int j = 0; j < M; j++) {
      for (int k = j; k < M; k++)
        if (z[i][k] % 17 == j) {
          at = j * M + k;
          goto found;
        }
      if (z[i][j] == 5)
        goto next;
    }
    at = -2;
  found:
    while (v > 1) {
      if (v & 1)
        goto odd;
      v /= 2;
      goto even;
    odd:
      v = (v - 1) / 3;
    even:
      steps++;
    }
    y[i] = at + steps;
  next:;
  }
}

static int
first(int n, int limit)
{
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > limit) {
      at = i;
      goto out;
    }
out:
  return at;
}

// The step is passed over: no counting loop.
static int
passed(int n)
{
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int k = 0, t = 0;
    while (k < 5 && t < 20) {
      t++;
      if ((x[i] + t) & 1)
        goto stay;
      k++;
    stay:;
    }
    s += t * 3 + k;
  }
  return s;
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = (int)(i * 2654435761u >> 20) % 1000;
    a[i] = (float)(i % 9);
    for (int j = 0; j < M; j++)
      z[i][j] = (i * 7 + j * j * 5) % 41;
  }
  for (int n = 0; n <= N; n += 300) {
    arms(n);
    printf("%08x %08x\n", hash(y, sizeof y), hash(b, sizeof b));
    calls(n);
    printf("%08x\n", hash(y, sizeof y));
    nested(n);
    printf("%08x\n", hash(y, sizeof y));
    printf("%d %d %d\n", first(n, 990), first(n, 1000), passed(n));
  }
  return 0;
}
