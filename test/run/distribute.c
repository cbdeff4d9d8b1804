// Loops whose statements read what others write in other iterations: some of
// them run at once, the rest in order.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 700, M = 20 };

static float a[N + 2], b[N + 2], c[N + 2], d[N + 2];
static int x[N + 2], y[N + 2], z[N + 2], s;
static int p[M][M], q[M][M], r[M];

static void
ahead(int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    a[i] *= c[i];
    b[i] += a[i + 1] * d[i];
  }
}

static void
crossed(int n)
{
#pragma loft
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] + c[i] * d[i];
    b[i] = b[i + 1] - c[i] * d[i];
  }
}

// The middle statement alone is in order.
static void
recurrence(int n)
{
#pragma loft
  for (int i = 1; i < n; i++) {
    x[i] += y[i];
    z[i] = (z[i - 1] * z[i - 1] + i) % 1009;
    y[i] = x[i - 1] ^ z[i];
  }
}

// A running sum, and what reads it; down.
static void
sums(int n)
{
#pragma loft
  for (int i = n - 1; i > 0; i--) {
    x[i] = x[i + 1] + z[i];
    y[i] = y[i - 1] + x[i];
    s += y[i] & x[i - 1];
  }
}

// Inner loops.
static void
planes(int n)
{
#pragma loft
  for (int i = 1; i < n; i++) {
    for (int j = 0; j < n; j++)
      p[i][j] = p[i - 1][j] + q[i][j];
    r[i] = 0;
    for (int j = 0; j < i; j++)
      r[i] += p[i][j] * q[i - 1][j];
    for (int j = 1; j < n; j++)
      q[i][j] = q[i][j - 1] + 3;
  }
}

// Conditions on what is written.
static void
guarded(int n)
{
#pragma loft
  for (int i = 1; i < n; i++) {
    if (x[i + 1] & 1)
      y[i] = x[i] + 5;
    if (y[i] > 20)
      z[i] += z[i - 1];
    x[i] = z[i + 1] - y[i - 1];
  }
}

int
main(void)
{
  for (int i = 0; i < N + 2; i++) {
    a[i] = (float)(i % 7);
    b[i] = (float)(i % 5);
    c[i] = (float)(i % 3) - 1;
    d[i] = (float)(i % 2);
    x[i] = i * 7 % 31;
    y[i] = i * 5 % 23;
    z[i] = i * 3 % 17;
  }
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++) {
      p[i][j] = (i * 3 + j) % 5;
      q[i][j] = (i + j * 3) % 7;
    }
  for (int n = 0; n <= N; n = n * 3 + 1) {
    ahead(n);
    crossed(n);
    printf("%08x %08x\n", hash(a, sizeof a), hash(b, sizeof b));
    recurrence(n);
    sums(n);
    guarded(n);
    printf("%08x %08x %08x %d\n", hash(x, sizeof x), hash(y, sizeof y),
           hash(z, sizeof z), s);
    planes(n < M ? n : M);
    printf("%08x %08x %08x\n", hash(p, sizeof p), hash(q, sizeof q),
           hash(r, sizeof r));
  }
  return 0;
}
