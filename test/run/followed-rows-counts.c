// A histogram of elements of rows, whose array comes behind the rows: each
// thread has copies of the counters, as many as its bounds say.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
#include <stdio.h>
#include <stdlib.h>

static void
count(int **p, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h[p[i][0] & 31] += p[i][1];
}

int
main(void)
{
  enum { N = 20000 };
  static int b[3 * N], *p[N], h[64];
  for (int apart = 0; apart < 2; apart++) {
    for (int i = 0; i < N; i++) {
      p[i] = b + 2 * i + (apart ? i / 3 : 0);
      p[i][0] = i * 7;
      p[i][1] = i * 3;
    }
    count(p, h + 8, N);
  }
  unsigned s = 0;
  for (int i = 0; i < 64; i++)
    s = s * 31 + (unsigned)h[i];
  printf("%08x\n", s);
  return 0;
}
