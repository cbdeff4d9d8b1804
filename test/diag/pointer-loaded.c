// An array of pointers.
// COVERS: POINTER_LOADED
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int **x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i][0] = i; // expected-warning{{'x[i]' is an address loaded from memory that changes in the loop}}
}

// An array of them in a structure.
struct rows {
  float *row[4];
};
void g(int n, struct rows *s) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s->row[1][i] = 1; // expected-warning{{'s->row' is an address loaded from memory}}
}
