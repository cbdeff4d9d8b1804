// Integers that count around in nests, carried on from one inner loop to the
// next, and the forms of C that count down.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck --check-prefix=LOG %s
// LOG-NOT: guard failed
#include <stdio.h>

#include "Inputs/hash.h"

enum { MOST = 500 };
static int x[MOST], y[MOST * 20];

__attribute__((noinline)) static int
up(int n, int r, int m, int k) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < r; j++) {
      y[i * r + j] = x[k];
      if (++k == m)
        k = 0;
    }
  return k;
}

__attribute__((noinline)) static int
rest(int n, int r, int m, int k, int c) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < r; j++) {
      y[i * r + j] ^= x[k] * 3;
      k = (k + c) % m;
    }
  return k;
}

__attribute__((noinline)) static int
down(int n, int r, int m, int k) {
#pragma loft assume(m > 0)
#pragma loft required
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < r; j++) {
      s += x[k];
      k = k > 0 ? k - 1 : m - 1;
    }
    y[i] += s;
  }
  return k;
}

__attribute__((noinline)) static unsigned
unsigned_down(unsigned n, int r, unsigned m, unsigned k) {
#pragma loft required
  for (unsigned i = 0; i < n; i++)
    for (int j = 0; j < r; j++) {
      y[i * 20 + j] += x[k] * 5;
      if (k-- == 0)
        k = m - 1;
    }
  return k;
}

__attribute__((noinline)) static int
to_last(int n, int last, int k) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    y[i] += x[k];
    k = k > 0 ? k - 1 : last;
  }
  return k;
}

__attribute__((noinline)) static int
before(int n, int m, short k) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    y[i] -= x[k];
    if (k == 0)
      k = m;
    k--;
  }
  return k;
}

__attribute__((noinline)) static int
masked(int n, int r, int k) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < r; j++) {
      y[i * r + j] -= x[k] * 7;
      k = (k - 3) & 127;
    }
  return k;
}

int
main(void) {
  for (int i = 0; i < MOST; i++)
    x[i] = (int)((unsigned)i * 2654435761u >> 12);
  static const int sizes[][3] = {{40, 9, 7},  {3, 20, 500}, {1, 1, 1},
                                 {0, 5, 100}, {60, 0, 60},  {300, 13, 131}};
  for (unsigned t = 0; t < sizeof sizes / sizeof *sizes; t++) {
    int n = sizes[t][0], r = sizes[t][1], m = sizes[t][2];
    for (int k = 0; k < m; k += m / 2 + 1) {
      printf("%d %d %d %d:", n, r, m, k);
      printf(" %d", up(n, r, m, k));
      printf(" %d", rest(n, r, m, k, m > 4 ? 4 : 1));
      printf(" %d", down(n, r, m, k));
      printf(" %u", unsigned_down((unsigned)n, r, (unsigned)m, (unsigned)k));
      printf(" %d", to_last(n, m - 1, k));
      printf(" %d", before(n, m, (short)k));
      printf(" %d", masked(n, r, k & 127));
      printf(" %08x\n", hash(y, sizeof y));
    }
  }
  return 0;
}
