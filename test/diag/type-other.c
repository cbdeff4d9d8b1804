// A value of a type that is no number.
// COVERS: TYPE_OTHER
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x, void (*g)(void)) {
#pragma loft // expected-note 2 {{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = g == 0; // expected-warning 2 {{has a type loft does not know}}
}
