// A pointer to the row that another one pointed to in the iteration before,
// whichever of both comes first, starts in that one's array.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
typedef unsigned char u8;

// CHECK: [[#@LINE+4]]:{{.*}}lifted to map 2d; below read, to written
void average(u8 *restrict to, u8 *at, int stride, int h, int w) {
  u8 *below = at + stride;
#pragma loft
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      to[x] = (at[x] + below[x] + at[x + 1] + below[x + 1] + 2) >> 2;
    to += stride;
    at = below;
    below += stride;
  }
}

// CHECK: [[#@LINE+4]]:{{.*}}lifted to map 2d; at read, to written
void differences(u8 *restrict to, const u8 *at, const u8 *first, int stride, int h, int w) {
  const u8 *above = first;
#pragma loft
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      to[x] = at[x] - above[x];
    to += stride;
    above = at;
    at += stride;
  }
}

// Both take the place of the third: none is in one array.
// CHECK: stays{{.*}}LOFT070
void three(u8 *restrict to, const u8 *at, const u8 *p, const u8 *q, int h) {
#pragma loft
  for (int y = 0; y < h; y++) {
    to[y] = at[y] + p[y] + q[y];
    p = q;
    q = at;
    at = p;
  }
}
