// Rows of a constant length behind a row number with a symbolic stride: the
// guard asks that a row is not overrun, no more.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#define W 30
#define H 20
static double rows[W * H][18];

static void
add(int w, int h, int n, double (*p)[18])
{
#pragma loft map
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int k = 0; k < n; k++)
        p[y * w + x][k] += k * x;
}

int
main(void)
{
  add(W, H, 18, rows);
  add(W, H, 7, rows);
  for (int i = 0; i < W * H; i++)
    printf("%a %a\n", rows[i][i % 18], rows[i][6]);
}
