// A bit-field.
// COVERS: BITFIELD
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct s {
  int b : 3;
};
void f(int n, int *x, struct s *p) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = p->b; // expected-warning{{'b' is a bit-field}}
}
