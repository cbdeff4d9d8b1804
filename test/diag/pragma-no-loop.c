// A pragma that stands before something else, or before nothing.
// COVERS: NOT_A_LOOP
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-warning{{no loop follows the pragma; put '#pragma loft' directly before a loop}}
  x[0] = n;
#pragma loft // expected-warning{{[LOFT009]}}
  {
    x[1] = n;
  }
#pragma loft region // expected-warning{{[LOFT009]}}
  if (n)
    x[2] = n;
#pragma loft required // expected-error{{no loop follows the pragma}}
  n++;
#pragma loft // expected-warning{{no loop follows the pragma}}
}
#pragma loft // expected-warning{{no loop follows the pragma}}
