// The place of a least value in a nest, with the value before the loop taken.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

// The column of the least value below "most", and the value.
__attribute__((noinline)) static void
first_least(const unsigned *x, int h, int w, unsigned most)
{
  int at = -1;
#pragma loft
  for (int y = 0; y < h; y++)
    for (int i = 0; i < w; i++)
      if (x[y * w + i] < most) {
        most = x[y * w + i];
        at = i;
      }
  printf("%d %u\n", at, most);
}

// The same of ones, in a nest of constant size.
__attribute__((noinline)) static void
first_one(unsigned most)
{
  int at = -1;
#pragma loft
  for (int y = 0; y < 1; y++)
    for (int i = 0; i < 7; i++)
      if (1 < most) {
        most = 1;
        at = i;
      }
  printf("%d %u\n", at, most);
}

int
main(void)
{
  unsigned x[] = {7, 5, 9, 3, 3, 8};
  first_least(x, 2, 3, 100);
  first_least(x, 2, 3, 2);
  first_least(x, 3, 2, 100);
  first_one(100);
  first_one(0);
}
