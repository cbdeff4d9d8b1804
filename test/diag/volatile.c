// A volatile access.
// COVERS: VOLATILE
// RUN: %clang -fsyntax-only -Xclang -verify %s
volatile int v;
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = v; // expected-warning{{'v' is volatile; copy it to an ordinary variable}}
}
// Of the region's own, also one that nothing else mentions.
void g(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    volatile int w = i; // expected-warning{{'w' is volatile}}
    x[i] = i;
  }
}
