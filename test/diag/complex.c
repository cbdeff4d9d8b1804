// Complex numbers with parts that are no float or double.
// COVERS: COMPLEX
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, double *x, long double _Complex *y, int _Complex *z) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    y[i] *= x[i]; // expected-warning{{is complex}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = __real__ z[i]; // expected-warning{{is complex}}
}
