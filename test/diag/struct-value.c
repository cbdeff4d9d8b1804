// A structure assigned as a whole.
// COVERS: STRUCT_VALUE
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct s {
  int a;
};
void f(int n, int *x, struct s *p) {
  struct s t;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    t = *p; // expected-warning{{is used as a whole structure}}
    x[i] = t.a;
  }
}
