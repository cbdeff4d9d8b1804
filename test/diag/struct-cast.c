// Structures seen as other structures, or as bytes, are no fields of theirs.
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct s {
  float x;
  int k;
};
struct t {
  int k;
  float x;
};
void f(int n, struct s *p, int k) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    p[i].x = 1;
    ((struct t *)(p + i))->x = 2; // expected-warning{{LOFT060}}
  }
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    p[i].x = 1;
    ((unsigned char *)&p[i])[k] = 2; // expected-warning{{LOFT060}}
  }
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    p[i].x = 1;
    *(int *)(p + i) = 2; // expected-warning{{LOFT060}}
  }
}
