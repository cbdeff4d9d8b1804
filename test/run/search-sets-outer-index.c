// A search that sets a value of the outer loop is none over both loops.
// RUN: %clang -O2 %s -o %t %link 2>/dev/null
// RUN: %three %t
#include <stdio.h>

static int
last_row(int n, int m, const float *x)
{
  int r = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i * m + j] > 3)
        r = i;
  return r;
}

int
main(void)
{
  float x[400];
  for (int i = 0; i < 400; i++)
    x[i] = i < 333 ? (float)((i * 7) % 5) : 0;
  printf("%d\n", last_row(20, 20, x));
  return 0;
}
