// Recursion.
// COVERS: CALL_RECURSIVE
// RUN: %clang -fsyntax-only -Xclang -verify %s
static int g(int a) { return a < 2 ? 1 : a * g(a - 1); }
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = g(i); // expected-warning{{call to 'g', which calls itself; write it as a loop}}
}
