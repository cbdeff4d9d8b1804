// -ftrapv promises a trap that lifted code does not have.
// COVERS: TRAPV
// RUN: %clang -ftrapv -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-warning{{-ftrapv asks for a trap on overflow}}
  for (int i = 0; i < n; i++)
    x[i] = i;
}
