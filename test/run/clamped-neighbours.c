// Neighbours clamped to the picture: the borders and rows shorter than these.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t cpu vulkan
// CHECK-NOT: warning
#include <stdint.h>
#include <stdio.h>

static float
cell(int h, int w, const float *t, int r, int c) {
  r = r < 0 ? 0 : r >= h ? h - 1 : r;
  c = c < 0 ? 0 : c >= w ? w - 1 : c;
  return t[r * w + c];
}

static void
smooth(int h, int w, const float *from, float *to) {
#pragma loft map
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++)
      to[r * w + c] = cell(h, w, from, r, c - 2) - cell(h, w, from, r, c + 1) +
                      cell(h, w, from, r - 1, c) * cell(h, w, from, r + 3, c);
}

int
main(void) {
  static float from[4096], to[4096];
  for (int k = 0; k < 4096; k++)
    from[k] = (float)(k * 7919 % 1013) / 8;
  static const int sizes[][2] = {{64, 64},  {300, 1}, {200, 2}, {100, 3},
                                 {1, 4000}, {90, 4},  {0, 5},   {5, 0}};
  for (int s = 0; s < 8; s++) {
    smooth(sizes[s][0], sizes[s][1], from, to);
    for (int k = 0; k < sizes[s][0] * sizes[s][1]; k++)
      printf("%a\n", (double)to[k]);
  }
  return 0;
}
