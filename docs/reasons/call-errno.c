// exp sets errno where its result is too large, and the function around the
// loop reads it: lifted calls set nothing. Other functions may use errno, but
// not for what a lifted loop called.
#include <errno.h>
#include <math.h>
int f(int n, double *x) {
  errno = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = exp(x[i]);
  return errno;
}
// -- instead
#include <math.h>
int f(int n, double *x) {
  int overflows = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] = exp(x[i]);
    overflows += isinf(x[i]);
  }
  return overflows;
}
