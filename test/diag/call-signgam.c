// lgamma where signgam is used: its value afterwards would be missing.
// COVERS: CALL_SIGNGAM
// RUN: %clang -fsyntax-only -Xclang -verify %s
#include <math.h>
int sign(void) { return signgam; }
void f(int n, double *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = lgamma(x[i]); // expected-warning{{call to 'lgamma', and signgam, which it sets}}
}
