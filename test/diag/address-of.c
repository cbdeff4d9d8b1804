// The address of a scalar used as an array.
// COVERS: ADDRESS_OF
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int t = i;
    int *p = &t;
    x[i] = p[x[i]]; // expected-warning{{'t' takes the address of a variable in a way loft cannot follow}}
  }
}
