// Unsigned bounds that an inner loop computes, w - 1: the guard shows that they
// do not wrap where the outer loop runs, or the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=disabled %run%t wraps > %t.original
// RUN: env LOFT_LOG=1 %run%t wraps 2>%t.log >%t.lifted
// RUN: diff %t.original %t.lifted
// RUN: FileCheck %s < %t.log
// CHECK: narrow ({{.*}}): original: its run-time guard failed
// CHECK: topmost ({{.*}}): original: its run-time guard failed
#include "Inputs/weighted.h"

#include <stdint.h>
#include <stdio.h>

enum { N = 3000 };
static float x[N], y[N];

typedef struct image {
  uint32_t w, h;
} image;

static void
neighbours(uint32_t h, uint32_t w, float *to, const float *from) {
#pragma loft
  for (uint32_t r = 0; r < h; r++)
    for (uint32_t c = 1; c < w - 1; c++)
      to[r * w + c] = from[r * w + c - 1] + from[r * w + c + 1];
}

static void
inside(const image *p, float *to, const float *from) {
#pragma loft
  for (uint32_t r = 1; r < p->h - 1; r++)
    for (uint32_t c = 1; c < p->w - 1; c++)
      to[r * p->w + c] = from[(r - 1) * p->w + c] - from[(r + 1) * p->w + c];
}

static void
halves(uint32_t h, uint32_t w, float *to, const float *from) {
#pragma loft
  for (uint32_t r = 0; r < h; r++)
    for (uint32_t c = 0; c < w / 2; c++)
      to[r * (w / 2) + c] = from[r * w + 2 * c] + from[r * w + 2 * c + 1];
}

static void
rests(uint32_t h, uint32_t w, float *to, const float *from) {
#pragma loft
  for (uint32_t r = 0; r < h; r++)
    for (uint32_t c = w - w % 8; c < w; c++)
      to[r * w + c] = from[r * w + c] * 3;
#pragma loft
  for (uint32_t r = 0; r < h; r++)
    for (uint32_t c = 0; c < (w & 7); c++)
      to[r * w + c] += from[r * w + c];
}

static void
window(uint32_t h, uint32_t w, uint32_t k, float *to, const float *from) {
#pragma loft
  for (uint32_t r = k; r < h - k; r++)
    for (uint32_t c = k; c < w - k; c++) {
      float s = 0;
      for (uint32_t a = 0; a < 2 * k + 1; a++)
        for (uint32_t b = 0; b < 2 * k + 1; b++)
          s += from[(r + a - k) * w + (c + b - k)];
      to[r * w + c] = s;
    }
}

static void
narrow(uint8_t h, uint8_t w, float *to, const float *from) {
#pragma loft
  for (uint8_t r = 0; r < h; r++)
    for (uint8_t c = 1; c < (uint8_t)(w - 1); c++)
      to[r * w + c] = from[r * w + c] + r;
}

static void
topmost(uint32_t h, uint32_t w, uint32_t first, float *to, const float *from) {
#pragma loft
  for (uint32_t r = 0; r < h; r++)
    for (uint32_t c = first; c < w - 1; c++)
      to[r * w + (c - first)] = from[c - first] + r;
}

// Prints what was written.
static void
print(uint32_t h, uint32_t w) {
  printf("%u x %u: %a\n", h, w, weighted(N, y));
}

// Bounds that wrap around.
static void
wraps(void) {
  narrow(5, 0, y, x);
  print(5, 0);
  topmost(3, 0, (uint32_t)-9, y, x);
  print(3, 0);
}

int
main(int argc, char **argv) {
  static const uint32_t sizes[][2] = {{0, 0}, {0, 1}, {0, 7},  {1, 1}, {1, 2},
                                      {2, 1}, {3, 3}, {7, 11}, {30, 41}};
  (void)argv;
  for (int i = 0; i < N; i++)
    x[i] = (float)(i * 37 % 101);
  for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
    uint32_t h = sizes[i][0], w = sizes[i][1];
    image im = {w, h};
    neighbours(h, w, y, x);
    print(h, w);
    if (h) // h - 1 wraps
      inside(&im, y, x);
    print(h, w);
    halves(h, w, y, x);
    print(h, w);
    rests(h, w, y, x);
    print(h, w);
    if (h > 2)
      window(h, w, 1, y, x);
    print(h, w);
    narrow((uint8_t)h, (uint8_t)w, y, x);
    print(h, w);
    topmost(h, w, 0, y, x);
    print(h, w);
  }
  if (argc > 1)
    wraps();
}
