// A variable-length array declared inside the loop whose length is not known
// before it.
// COVERS: VLA_DECL
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, const int *m, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int t[m[i]]; // expected-warning{{'t' is a variable-length array declared inside a loop}}
    t[0] = i;
    x[i] = t[0];
  }
}
