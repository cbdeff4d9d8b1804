// Extrema of integers of 16 bits beside stores in place: whether each fits is
// asked first, which must not store; a loop that reads what it stored before
// asks nothing.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 3000 };

static unsigned char a[N], b[N];

__attribute__((noinline)) static short
squares(unsigned n, unsigned char *restrict x, const unsigned char *restrict y)
{
  short top = 4;
#pragma loft
  for (unsigned i = 0; i < n; i++) {
    if (x[i] == 1)
      top = y[4] > top ? y[4] : top;
    x[i] = x[i] * x[i];
  }
  return top;
}

__attribute__((noinline)) static short
least(int n, unsigned char *restrict x, const int *restrict y)
{
  short low = 300;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] & 1)
      low = y[i] < low ? y[i] : low;
    x[i] = x[i] + 3;
  }
  return low;
}

int
main(void)
{
  static int y[N];
  for (int i = 0; i < N; i++) {
    a[i] = i % 7;
    b[i] = i * 5 % 251;
    y[i] = i * 37 % 2001 - 700;
  }
  printf("%d\n", squares(N, a, b));
  printf("%d\n", least(N, a, y));
  y[100] = -70000;
  printf("%d\n", least(N, a, y));
  printf("%08x %08x\n", hash(a, sizeof a), hash(b, sizeof b));
  return 0;
}
