// Appends of elements that are greater, or less, than what was appended last:
// the extrema so far, of integers and floats with NaNs, from the first element
// on or from what is there.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 4000 };

static int x[N], y[N + 1];
static unsigned char c[N], d[N + 1];
static double u[N], v[N + 1];

__attribute__((noinline)) static int
records(int n, const int *restrict from, int *restrict to) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (!k || from[i] > to[k - 1])
      to[k++] = from[i];
  return k;
}

__attribute__((noinline)) static int
from_first(int n, const int *restrict from, int *restrict to) {
  int k = 1;
  to[0] = from[0];
#pragma loft required
  for (int i = 1; i < n; i++)
    if (to[k - 1] >= from[i])
      to[k++] = from[i];
  return k;
}

__attribute__((noinline)) static int
bytes(int n, const unsigned char *restrict from, unsigned char *restrict to) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (k == 0 || from[i] >= to[k - 1]) {
      to[k] = from[i];
      k++;
    }
  return k;
}

__attribute__((noinline)) static int
least(int n, const double *restrict from, double *restrict to) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (!k || from[i] < to[k - 1])
      to[k++] = from[i];
  return k;
}

__attribute__((noinline)) static int
more(int n, int k, const double *restrict from, double *restrict to) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (from[i] * 2 > to[k - 1])
      to[k++] = from[i] * 2;
  return k;
}

__attribute__((noinline)) static int
top(int n, const int *restrict from, int *restrict to) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (from[i] > to[k])
      to[++k] = from[i];
  return k;
}

int
main(void) {
  for (int n = 1; n <= N; n = n < 3 ? n + 1 : n * 11 + 3) {
    unsigned r = (unsigned)n;
    for (int i = 0; i < N; i++) {
      r = r * 1664525 + 1013904223;
      x[i] = (int)(r >> 8) % (i + 50);
      c[i] = (unsigned char)(r >> 24 & 127) + (unsigned char)(i / 40);
      u[i] = i % 9 == 4 ? NAN : i % 17 == 3 ? -0.0 : (int)(r >> 4) / 1e3 - i;
      y[i] = d[i] = 0;
      v[i] = 0;
    }
    int k = records(n, x, y);
    printf("%d %d %08x ", n, k, hash(y, sizeof y));
    k = from_first(n, x, y);
    printf("%d %08x ", k, hash(y, sizeof y));
    k = bytes(n, c, d);
    printf("%d %08x ", k, hash(d, sizeof d));
    k = least(n, u, v);
    printf("%d %08x ", k, hash(v, sizeof v));
    v[2] = -1e9;
    k = more(n, 3, u, v);
    printf("%d %08x\n", k, hash(v, sizeof v));
    y[0] = 9;
    k = top(n - 1, x, y);
    printf("%d %08x ", k, hash(y, sizeof y));
    u[0] = NAN;
    k = least(n, u, v);
    printf("%d %08x\n", k, hash(v, sizeof v));
  }
  printf("%d %d\n", records(0, x, y), least(-3, u, v));
  return 0;
}
