// An atomic variable.
// COVERS: ATOMIC
// RUN: %clang -fsyntax-only -Xclang -verify %s
_Atomic int v;
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    v += x[i]; // expected-warning{{'v' is atomic}}
}
