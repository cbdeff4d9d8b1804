// The function's name indexed in place.
// COVERS: STRING_LITERAL
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, char *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = __func__[0]; // expected-warning{{the name of the function used as a value}}
}
