// A value of a type that is no number.
// COVERS: TYPE_OTHER
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x, _BitInt(12) v) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = v; // expected-warning {{has a type loft does not know}}
}
