// A call through a pointer.
// COVERS: CALL_INDIRECT
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x, int (*g)(int)) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = g(i); // expected-warning{{call through a pointer: 'g'}}
}
