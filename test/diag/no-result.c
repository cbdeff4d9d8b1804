// Loops that change nothing.
// COVERS: NO_RESULT
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, float *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) { // expected-warning{{it changes nothing that is there after it; use what it computes, or drop it}}
    float h = x[i];
    h *= 2;
  }
}
void g(int n) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) // expected-warning{{it changes nothing}}
    ;
}
