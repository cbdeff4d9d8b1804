// What the compiler's library computes of complex numbers, and what the C library
// does.
// COVERS: COMPLEX_LIBRARY
// RUN: %clang -fsyntax-only -Xclang -verify %s
// RUN: %clang -fsyntax-only -fcx-limited-range -DLIMITED -Xclang -verify=limited %s
#include <complex.h>
void f(int n, double _Complex *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] /= 2;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = 1 / x[i]; // expected-warning{{the bits of '1 / x[i]' depend on the library}}
#ifndef LIMITED
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = casin(x[i]); // expected-warning{{call to 'casin'}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i]++; // expected-warning{{LOFT032}}
#endif
}
// limited-no-diagnostics
