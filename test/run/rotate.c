// Rows counted from the other end, and rows whose length is computed in the
// loop: (x + 1)*h - 1 - y is in row x, and w/2 is w/2.
// RUN: %clang -O2 %s -o %t %link -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
// RUN: %three %t
// CHECK-COUNT-3: lifted to map 2d
#include <stdio.h>

enum { W = 37, H = 22 };
static unsigned char in[W * H], turned[W * H], small[W * H], back[W * H];

static void
turn(int w, int h, const unsigned char *s, unsigned char *d)
{
#pragma loft map
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      d[x * h + (h - 1 - y)] = s[y * w + x];
}

static void
turn_back(int w, int h, const unsigned char *s, unsigned char *d)
{
#pragma loft map
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      d[(w - 1 - x) * h + y] = s[y * w + x];
}

static void
halve(int w, int h, const unsigned char *s, unsigned char *d)
{
#pragma loft map
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < w / 2; x++)
      d[y * (w / 2) + x] = (unsigned char)((s[2 * y * w + 2 * x] +
                                            s[2 * y * w + 2 * x + 1]) / 2);
}

int
main(void)
{
  for (int i = 0; i < W * H; i++)
    in[i] = (unsigned char)(i * 71 % 251);
  turn(W, H, in, turned);
  turn_back(W, H, in, back);
  halve(W, H, in, small);
  unsigned a = 0, b = 0, c = 0;
  for (int i = 0; i < W * H; i++) {
    a = a * 31 + turned[i];
    b = b * 31 + small[i];
    c = c * 31 + back[i];
  }
  printf("%u %u %u\n", a, b, c);
}
