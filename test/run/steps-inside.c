// Loops that step amidst their bodies, one inside the other, next to each other,
// and in functions that are inlined.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 90, M = 33 }; // N: a multiple of three
static int x[N * M], y[N], z[N + 1];

static int
row(const int *a, int m)
{
  int j = 0, s = 0;
  while (j < m) {
    s += a[j++];
    s ^= j;
  }
  return s;
}

static int
nested(int n, int m)
{
  int i = 0;
#pragma loft required
  while (i < n) {
    int j = 0, s = 0;
    while (j < m) {
      s += x[i * m + j];
      j++;
      s += j;
    }
    y[i] = s;
    i++;
    z[i] = s + i;
  }
  return i;
}

static int
two_inside(int n, int m)
{
  int i = 0;
#pragma loft required
  while (i < n) {
    int j = 0, k = m, s = 1;
    while (j < m)
      s += x[i * m + j++];
    y[i++] = s;
    while (k > 0)
      s = 3 * s + x[--k];
    z[i] = s - i;
  }
  return i;
}

static int
inlined(int n, int m)
{
  int i = 0;
#pragma loft required
  while (i < n) {
    y[i] = row(x + i * m, m);
    i++;
    z[i] = row(x + i, 4);
  }
  return i;
}

static int
with_break(int n, int m)
{
  int i = 0, s = 0;
#pragma loft required
  while (i < n) {
    int j = 0;
    if (x[i] == m)
      break;
    s += i++;
    while (j < 3) {
      s += j++;
      s += x[i + j];
    }
  }
  return 5 * s + i;
}

static int
pairs(const int *p, const int *end)
{
  int most = 0, sum = 0;
#pragma loft required
  do {
    int a = *p++, b = *p++;
    most = a > most ? a : most;
    sum += 3 * a - b;
  } while (p < end);
  return 7 * most + sum;
}

static int
thirds(int n)
{
  unsigned char i = 0;
#pragma loft required
  while (i < n) {
    z[i++] = 1;
    z[i] = i;
    i += 2;
  }
  return i;
}

static int
meet(const int *p, const int *q, int i, int j)
{
  int s = 0;
#pragma loft required
  do {
    q -= 2;
    s += p[0] * 3 ^ q[1];
    p += 2;
  } while (p < q);
#pragma loft required
  do
    s += x[i++] * x[--j];
  while (i < j);
  return s;
}

int
main(void)
{
  static const int sizes[][2] = {{0, 4}, {1, 1}, {7, 5}, {N, M}};
  for (int i = 0; i < N * M; i++)
    x[i] = i * 7 % 101;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k][0], m = sizes[k][1];
    printf("%d %u %u", nested(n, m), hash(y, sizeof y), hash(z, sizeof z));
    printf(" %d %u %u", two_inside(n, m), hash(y, sizeof y), hash(z, sizeof z));
    printf(" %d %u %u", inlined(n, m), hash(y, sizeof y), hash(z, sizeof z));
    printf(" %d %d", with_break(n, m), pairs(x, x + n));
    printf(" %d %d", meet(x, x + n + 2, 3, n + 1), meet(x + 9, x + n + 3, n, 5));
    printf(" %d %u\n", thirds(n), hash(z, sizeof z));
  }
  return 0;
}
