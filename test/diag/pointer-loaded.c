// An array of pointers.
// COVERS: POINTER_LOADED
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int **x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i][0] = i; // expected-warning{{'x[i]' is an address loaded from memory that changes in the loop}}
}
