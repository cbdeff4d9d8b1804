// long double arithmetic.
// COVERS: LONG_DOUBLE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, double *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2.0L; // expected-warning{{is a long double; use double}}
}
