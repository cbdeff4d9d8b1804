// Functions that set errno where the function around uses it: its value
// afterwards would be missing. What others do with errno, to open files, is
// their business. Without -fmath-errno nobody may rely on it.
// COVERS: CALL_ERRNO
// RUN: %clang -fsyntax-only -Xclang -verify %s
// RUN: %clang -fsyntax-only -fno-math-errno -Werror %s
#include <errno.h>
#include <math.h>
int f(int n, double *x, float *y) {
  errno = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = exp(x[i]); // expected-warning{{call to 'exp', and errno, which it sets}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    y[i] = fmodf(y[i], 3); // expected-warning{{call to 'fmodf', and errno, which it sets}}
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = fabs(floor(x[i]));
  return errno;
}
int g(int n, double *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = exp(x[i]);
  return 0;
}
