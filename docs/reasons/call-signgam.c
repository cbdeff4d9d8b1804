// lgamma sets the global signgam: iterations at the same time would overwrite
// it for each other.
#include <math.h>
int sign(void) { return signgam; }
void f(int n, double *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = lgamma(x[i]);
}
// -- instead
#define _GNU_SOURCE
#include <math.h>
void f(int n, double *x, int *s) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = lgamma_r(x[i], &s[i]);
}
