// A function of the C library that loft does not have.
// COVERS: CALL_LIBRARY
// RUN: %clang -fsyntax-only -Xclang -verify %s
#include <stdlib.h>
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] += rand(); // expected-warning{{call to 'rand', a library function}}
}
