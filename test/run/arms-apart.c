// An element that an iteration writes in one case and reads in the other: the
// reads are of what was there before the loop, and the loop is cut there. The
// cases are written with gotos (s161 of TSVC), as two ifs, or nested.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 3000 };

static float a[N + 1], b[N], c[N + 1], d[N], e[N];
static int k[N];

__attribute__((noinline)) static void
jumps(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (b[i] < 0.f)
      goto second;
    a[i] = c[i] + d[i] * e[i];
    goto end;
  second:
    c[i + 1] = a[i] + d[i] * d[i];
  end:;
  }
}

__attribute__((noinline)) static void
twice(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (!(b[i] < 0.f))
      a[i] = c[i] - e[i];
    e[i] = d[i] * 2;
    if (b[i] < 0.f)
      c[i + 1] = a[i] + d[i];
  }
}

__attribute__((noinline)) static void
nested(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int up = k[i] > 3;
    if (up) {
      if (d[i] > 0.f)
        a[i] = c[i] * 0.5f;
    }
    if (!up && e[i] > 0.f)
      c[i + 1] = a[i] + 1;
  }
}

int
main(void) {
  for (int n = 0; n <= N; n = n * 9 + 1) {
    for (int i = 0; i <= N; i++) {
      a[i] = (float)(i % 37);
      c[i] = (float)(i % 11) - 4;
    }
    for (int i = 0; i < N; i++) {
      b[i] = i % 13 == 5 ? NAN : (float)(i * 7 % 19) - 9;
      d[i] = (float)(i % 5) - 2;
      e[i] = (float)(i % 7) - 3;
      k[i] = i * 11 % 8;
    }
    jumps(n);
    printf("%d %08x %08x ", n, hash(a, sizeof a), hash(c, sizeof c));
    twice(n);
    printf("%08x %08x ", hash(a, sizeof a), hash(c, sizeof c));
    nested(n);
    printf("%08x %08x\n", hash(a, sizeof a), hash(c, sizeof c));
  }
  return 0;
}
