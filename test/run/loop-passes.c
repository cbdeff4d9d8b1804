// Loops in a loop whose passes are near the most that lavapipe makes for a
// work-item: it counts the passes that leave loops, too.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
#include <stdio.h>

static void
products(int n, int m, int d, const int *x, int *y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int k = 0; k < m; k++) {
      int t = 1;
      for (int j = 0; j < d; j++)
        t *= x[k + j];
      s += t;
    }
    y[i] = s;
  }
}

int
main(void)
{
  static int x[70000], y[4];
  static const int lengths[] = {13107, 13108, 16383, 16384, 16385, 21844,
                                21845, 21846, 30000, 65535, 65536};
  for (int i = 0; i < 70000; i++)
    x[i] = 1;
  for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++)
    for (int d = 0; d < 4; d++) {
      products(4, lengths[k], d, x, y);
      printf("%d %d: %d\n", lengths[k], d, y[0]);
    }
}
