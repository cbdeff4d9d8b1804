// Large unions of scalars that differ in size: in arrays, declared in the loop, as
// values, and bit-fields in them.
// COVERS: UNION
// RUN: %clang -fsyntax-only -Xclang -verify %s
union u {
  int a;
  char b[80];
};
struct s {
  int k;
  union u u;
};
union bits {
  struct {
    unsigned low : 3, high : 5;
    float rest;
  } s;
  double x;
};
void
f(int n, int *x, union u *p, struct s *s, union bits b) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = p[i].a; // expected-warning{{'p[i]' is in a union}}
#pragma loft       // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s[i].k += s[i].u.a; // expected-warning{{'s[i].u' is in a union}}
#pragma loft            // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s[i] = s[i + n]; // expected-warning{{is in a union}}
#pragma loft         // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    union u u; // expected-warning{{'u' is in a union}}
    x[i] = i;
  }
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    struct s t;
    t.u.a = i;    // expected-warning{{'t.u.a' is in a union}}
    x[i] = t.u.a; // expected-note{{here too}}
  }
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s->u = s[1].u; // expected-warning{{is in a union}}
#pragma loft       // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = b.s.high; // expected-warning{{'b.s.high' is in a union}}
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = p->a; // lifted
}
