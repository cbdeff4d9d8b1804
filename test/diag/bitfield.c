// Bit-fields of variables outside of the loop that are written.
// COVERS: BITFIELD
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct s {
  int a, b : 3;
};
struct s g;
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    g.b += x[i]; // expected-warning{{'g.b' is a bit-field of a variable, which is written; make it}}
}
