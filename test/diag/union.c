// A member of a union of scalars that differ in size.
// COVERS: UNION
// RUN: %clang -fsyntax-only -Xclang -verify %s
union u {
  int a;
  char b[4];
};
struct s {
  int k;
  union u u;
};
void f(int n, int *x, union u *p, struct s *s) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = p->a; // expected-warning{{is in a union}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s[i].k += s[i].u.a; // expected-warning{{is in a union}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s[i] = s[i + n]; // expected-warning{{is in a union}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    union u u; // expected-warning{{'u' is in a union}}
    x[i] = i;
  }
}
