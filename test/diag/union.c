// A member of a union.
// COVERS: UNION
// RUN: %clang -fsyntax-only -Xclang -verify %s
union u {
  int a;
};
void f(int n, int *x, union u *p) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = p->a; // expected-warning{{is in a union}}
}
