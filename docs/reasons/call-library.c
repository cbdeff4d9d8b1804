// Functions of <math.h>, <ctype.h>, memcpy, strlen, comparisons by strcmp and
// the like are known, rand, rand_r, drand48 and its like, and numbers in texts
// (atof); others are not: mblen depends on the locale, srand sets the state of
// rand, strtod with a second argument says where the next number begins.
#include <stdlib.h>
void f(int n, int *x, const char *s) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2 + mblen(s + 4 * i, 4);
}
// -- instead
#include <stdlib.h>
void f(int n, int *x, const char *s) {
  int *r = malloc(sizeof *r * (size_t)n);
  for (int i = 0; i < n; i++)
    r[i] = mblen(s + 4 * i, 4);
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2 + r[i];
  free(r);
}
