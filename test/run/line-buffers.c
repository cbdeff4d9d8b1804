// Line buffers of some KiB that each row of a nest fills before it reads them:
// every iteration has its own, and all rows are filtered at once.
// RUN: %clang -O2 -Xclang -plugin-arg-loft -Xclang remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t
// CHECK: lifted to map of (map + map)
#include <stdio.h>

enum { W = 1037, H = 24 };
static double in[H][W], out[H][W];

static void
smooth(int h, int w) {
  double line[W];
#pragma loft required
  for (int y = 1; y < h - 1; y++) {
    for (int x = 0; x < w; x++)
      line[x] = in[y - 1][x] + 2 * in[y][x] + in[y + 1][x];
    for (int x = 1; x < w - 1; x++)
      out[y][x] = line[x - 1] + 2 * line[x] + line[x + 1];
  }
}

int
main(void) {
  double sum = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (y * 31 + x * 17) % 101;
  smooth(H, W);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      sum += out[y][x] * (1 + (y * 7 + x) % 13);
  printf("%g\n", sum);
  return 0;
}
