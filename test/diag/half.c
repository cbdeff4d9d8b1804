// 16-bit floats.
// COVERS: HALF
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, _Float16 *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] += x[i]; // expected-warning{{has a 16-bit float type; use float}}
}
