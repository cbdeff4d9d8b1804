// The compiler may replace the call by what the C library's function computes, or not.
#include <stdlib.h>
int abs(int x) { return x < 0 ? 0 : x; }
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = abs(x[i]);
}
// -- instead
static int positive(int x) { return x < 0 ? 0 : x; }
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = positive(x[i]);
}
