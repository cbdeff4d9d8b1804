// A bit-field that is written.
// COVERS: BITFIELD
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct s {
  int a, b : 3;
};
struct s g;
void f(int n, int *x, struct s *p) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    p[i].b = x[i]; // expected-warning{{'b' is a bit-field that is written}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    g.b += x[i]; // expected-warning{{LOFT027}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    p[i] = p[n + i]; // expected-warning{{'b' is a bit-field that is written}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    p->b = x[i]; // expected-warning{{LOFT027}}
}
