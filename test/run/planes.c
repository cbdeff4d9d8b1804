// Two planes of one array: their rows are n long, however many there are.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 \
// RUN:   | FileCheck %s
// RUN: %three %t
// CHECK: lifted to map 2d
#include <stdio.h>
enum { N = 20000 };
static unsigned x[N];

static void
planes(int h, int w, int n, unsigned *p)
{
#pragma loft required
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++) {
      p[r * n + c] += 1;
      p[(r + h) * n + c] += 2;
    }
}

int
main(void)
{
  unsigned sum = 0;
  planes(3, 50, 53, x);
  planes(64, 8, 11, x);
  for (int i = 0; i < N; i++)
    sum = sum * 31 + x[i];
  printf("%u\n", sum);
}
