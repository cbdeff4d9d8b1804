// One array as two types.
// COVERS: POINTER_CAST
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, float *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] += ((int *)x)[i]; // expected-warning{{'x' is read or written as another type than it was before}}
}
