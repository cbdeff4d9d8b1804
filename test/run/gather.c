// Reads through an index array of unknown range.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

static void
permute(int n, const int *index, const double *x, double *y)
{
#pragma loft map
  for (int i = 0; i < n; i++)
    y[i] = x[index[i]] + 1;
}

int
main(void)
{
  static int index[500];
  static double x[500], y[500];
  for (int i = 0; i < 500; i++)
    index[i] = (i * 77) % 499, x[i] = i * 0.25;
  permute(500, index, x, y);
  for (int i = 0; i < 500; i++)
    printf("%a\n", y[i]);
}
