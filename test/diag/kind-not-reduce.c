// The pragma says reduce, the loop is a map; it is lifted all the same.
// COVERS: KIND_NOT_REDUCE
// RUN: %clang -fplugin-arg-loft-remarks -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft reduce // expected-warning{{the pragma says reduce, but nothing is reduced}} expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) // expected-remark{{lifted to map}}
    x[i] = i;
}
