// Guarded writes leave the other elements alone.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

static void
keep(int n, const int *x, short *y, int *last)
{
  int i;
#pragma loft map
  for (i = 0; i < n; i += 3) {
    if (x[i] < 0)
      continue;
    if (x[i] > 50)
      y[i] = (short)x[i];
    else if (x[i] % 2 == 0 && x[i + 1] > 3)
      y[i]++;
  }
  *last = i;
}

int
main(void)
{
  static int x[401];
  static short y[401];
  int last;
  for (int i = 0; i < 401; i++)
    x[i] = (i * 37) % 151 - 50, y[i] = (short)-i;
  keep(400, x, y, &last);
  printf("%d\n", last);
  for (int i = 0; i < 401; i++)
    printf("%d\n", y[i]);
}
