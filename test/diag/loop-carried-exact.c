// A running sum kept in the array itself is a scan, unless 'exact' keeps its
// order: that is then the reason.
// COVERS: EXACT_REDUCTION
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, float *x) {
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] += x[i - 1];
#pragma loft exact // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    x[i] += x[i - 1]; // expected-warning{{'x' is a floating reduction that 'exact' keeps in order}}
}
