// Rows of 4*s bytes that hold 3*w, and planes of halved sizes one after the
// other: a row is what the index is multiplied with, not s alone, nor h.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 20000 };
static unsigned char x[N], y[N];

static void
rows(int h, int w, int s, unsigned char *to, const unsigned char *from) {
#pragma loft required
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++)
      for (int k = 0; k < 3; k++)
        to[r * s * 4 + 3 * c + k] = from[(r * w + c) * 3 + k];
}

static void
halves(int h, int w, unsigned char *to, const unsigned char *from) {
#pragma loft required
  for (int r = 0; r < h / 2; r++)
    for (int c = 0; c < w / 2; c++) {
      to[w * h + r * (w / 2) + c] = from[2 * r * w + 2 * c];
      to[w * h + (h / 2 + r) * (w / 2) + c] = from[2 * r * w + 2 * c + 1];
    }
}

static void
flip(int h, int w, unsigned char *p) {
#pragma loft required
  for (int r = 0; r < h / 2; r++)
    for (int c = 0; c < w * 3; c++) {
      unsigned char t = p[r * w * 3 + c];
      p[r * w * 3 + c] = p[(h - 1 - r) * w * 3 + c];
      p[(h - 1 - r) * w * 3 + c] = t;
    }
}

// Prints what was written.
static void
print(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + y[i];
  printf("%u\n", sum);
}

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (unsigned char)(i * 37 % 101);
  rows(40, 53, 40, y, x);
  print();
  halves(81, 101, y, x);
  print();
  flip(41, 60, y);
  print();
}
