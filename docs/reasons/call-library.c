// Functions of <math.h>, <ctype.h>, memcpy, strlen, comparisons by strcmp and
// the like are known, rand, rand_r, and numbers in texts (atof); others are not:
// lrand48 keeps another state, srand sets that of rand, strtod with a second
// argument says where the next number begins.
#include <stdlib.h>
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2 + (int)(lrand48() % 7);
}
// -- instead
#include <stdlib.h>
void f(int n, int *x) {
  int *r = malloc(sizeof *r * (size_t)n);
  for (int i = 0; i < n; i++)
    r[i] = (int)(lrand48() % 7);
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2 + r[i];
  free(r);
}
