// Complex numbers.
// COVERS: COMPLEX
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, double _Complex *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] *= 2; // expected-warning{{is complex}}
}
