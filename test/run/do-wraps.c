// do loops whose first step would wrap, or never meets its bound, are the
// original loop's.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t original
#include <stdio.h>

enum { N = 500 };
static unsigned y[N];

static void
wrapping(unsigned u, unsigned m)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    unsigned k = u, s = 0;
    do
      s += k;
    while (++k < m);
    y[i] += s + k;
  }
}

static void
narrow(unsigned char u, int m)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    unsigned char k = u;
    unsigned s = 0;
    do
      s += k;
    while (++k < m);
    y[i] += s + k;
  }
}

static void
passed(unsigned char u, unsigned char m)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    unsigned char k = u;
    unsigned s = 0;
    do
      s += k;
    while (++k != m);
    y[i] += s + k;
  }
}

int
main(void)
{
  wrapping(~0u, 5);
  narrow(255, 5);
  passed(7, 7);
  passed(7, 3);
  for (int i = 0; i < N; i++)
    printf("%u\n", y[i]);
}
