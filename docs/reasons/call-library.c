// Functions of <math.h>, <ctype.h>, memcpy, strlen, comparisons by strcmp and
// the like are known, rand_r, and numbers in texts (atof); others are not: rand
// keeps a state, strtod with a second argument says where the next number begins.
#include <stdlib.h>
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2 + rand() % 7;
}
// -- instead
#include <stdlib.h>
void f(int n, int *x) {
  int *r = malloc(sizeof *r * (size_t)n);
  for (int i = 0; i < n; i++)
    r[i] = rand() % 7;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2 + r[i];
  free(r);
}
