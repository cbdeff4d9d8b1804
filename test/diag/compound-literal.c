// A compound literal.
// COVERS: COMPOUND_LITERAL
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = (int[]){3, 1, 4, 1}[i & 3]; // expected-warning{{compound literal}}
}
