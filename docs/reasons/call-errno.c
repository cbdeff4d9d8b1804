// exp sets errno where its result is too large, and the file reads it: lifted
// calls set nothing. Another file may use errno as it likes.
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
