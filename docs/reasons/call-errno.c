// exp sets errno where its result is too large, and the function around the
// loop reads it: lifted calls set nothing. Other functions may use errno, but
// not for what a lifted loop called.
#include <errno.h>
#include <math.h>
int f(int n, const double *x) {
  int large = 0;
  errno = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    large += exp(100 * x[i]) > 1e100;
  return errno ? -1 : large;
}
// -- instead
#include <math.h>
int f(int n, const double *x) {
  int large = 0, overflows = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    large += exp(100 * x[i]) > 1e100;
    overflows += isinf(exp(100 * x[i]));
  }
  return overflows ? -1 : large;
}
