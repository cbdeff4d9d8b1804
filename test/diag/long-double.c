// A long double of another format than the x87's.
// COVERS: LONG_DOUBLE
// RUN: %clang -fsyntax-only -mlong-double-128 -Xclang -verify %s
void f(int n, double *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2.0L; // expected-warning{{is a float other than float, double and the x87's long double; use double [LOFT022]}}
}
