// Unsigned bounds that differ from row to row: the guard shows that none wraps,
// or the original runs. (lavapipe's loops have few iterations: on the CPU.)
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
// RUN: env LOFT_OFFLOAD=disabled %run%t wraps > %t.original
// RUN: env LOFT_LOG=1 %run%t wraps 2>%t.log >%t.lifted
// RUN: diff %t.original %t.lifted
// RUN: FileCheck %s < %t.log
// CHECK: triangle ({{.*}}): original: its run-time guard failed
// CHECK: lengths ({{.*}}): original: its run-time guard failed
#include "Inputs/weighted.h"

#include <stdint.h>
#include <stdio.h>

enum { N = 3000 };
static float x[N], y[N];

static void
triangle(uint32_t h, uint32_t w, uint32_t first, float *to, const float *from) {
#pragma loft
  for (uint32_t r = 0; r < h; r++)
    for (uint32_t c = first; c < w - r; c++)
      to[r * w + (c - first)] = from[c - first] + r;
}

static void
lengths(uint32_t h, uint32_t w, uint32_t first, const uint32_t *len, float *to,
        const float *from) {
#pragma loft
  for (uint32_t r = 0; r < h; r++)
    for (uint32_t c = first; c < len[r] - 1; c++)
      to[r * w + (c - first)] = from[c - first] - r;
}

// Prints what was written.
static void
print(uint32_t h, uint32_t w) {
  printf("%u x %u: %a\n", h, w, weighted(N, y));
}

int
main(int argc, char **argv) {
  static const uint32_t sizes[][2] = {{0, 0}, {0, 1}, {0, 7}, {1, 0}, {1, 1},
                                      {1, 2}, {2, 1}, {3, 3}, {7, 11}, {30, 41}};
  (void)argv;
  for (int i = 0; i < N; i++)
    x[i] = (float)(i * 37 % 101);
  for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
    uint32_t h = sizes[i][0], w = sizes[i][1], len[30];
    for (uint32_t r = 0; r < h; r++)
      len[r] = 1 + r % (w + 1);
    triangle(h, h + w, 0, y, x);
    print(h, w);
    lengths(h, h + w, 0, len, y, x);
    print(h, w);
  }
  if (argc > 1) {
    uint32_t len[3] = {5, 0, 3};
    triangle(3, 1, (uint32_t)-6, y, x); // 1 - 2 wraps
    print(3, 1);
    lengths(3, 4, (uint32_t)-6, len, y, x);
    print(3, 4);
  }
}
