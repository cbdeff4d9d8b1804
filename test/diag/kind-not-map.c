// The pragma says map, the loop is a reduction; it is lifted all the same.
// COVERS: KIND_NOT_MAP
// RUN: %clang -fplugin-arg-loft-remarks -fsyntax-only -Xclang -verify %s
int f(int n, int *x) {
  int s = 0;
#pragma loft map // expected-warning{{the pragma says map, but the loop is not one: 's' depends on more than one iteration}} expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) // expected-remark{{lifted to reduce add}}
    s += x[i];
  return s;
}
