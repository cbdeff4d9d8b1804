// A shared library that has part.c inside, and a loop of its own.
#include "part.h"

int whole(int n, int *a);

int
whole(int n, int *a) {
  int s = 0;
  part_scale(n, a);
#pragma loft reduce
  for (int i = 0; i < n; i++)
    s += a[i] & 1023;
  return s;
}
