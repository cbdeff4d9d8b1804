// A pointer that may point into one of two arrays.
// COVERS: POINTER_MERGE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x, int *y, int *z) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int *p = y;
    if (x[i])
      p = z;
    x[i] = p[i]; // expected-warning{{'p' may point into different arrays here}}
  }
}
