// A static variable that changes, declared inside.
// COVERS: STATIC_LOCAL
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    static int t; // expected-warning{{'t' is static and declared inside}}
    x[i] = t++;
  }
}
