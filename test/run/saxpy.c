// The smallest map, over sizes around the edges.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

static void
saxpy(int n, float a, const float *x, float *y)
{
#pragma loft map
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

int
main(void)
{
  static float x[1000], y[1000];
  static const int sizes[] = {0, 1, 2, 255, 256, 257, 1000};
  for (int i = 0; i < 1000; i++)
    x[i] = (float)i / 7, y[i] = (float)i / 3;
  for (int k = 0; k < 7; k++) {
    saxpy(sizes[k], 0.3f, x, y);
    for (int i = 0; i < 1000; i++)
      printf("%a\n", y[i]);
  }
}
