// Uses part.c and the library around another copy of it.
#include "part.h"
#include <stdio.h>

int whole(int n, int *a);

int
main(void) {
  enum { N = 3000 };
  static int a[N];
  for (int i = 0; i < N; i++)
    a[i] = i;
  part_scale(N, a);
  int s = whole(N, a);
  printf("%d %d\n", a[N - 1], s);
  return 0;
}
