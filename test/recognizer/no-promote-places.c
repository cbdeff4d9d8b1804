// Elements that may be the same one stay in the array.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, double *p, const double *a, int k) {
#pragma loft exact // expected-note{{by this pragma}}
  for (int j = 0; j < n; j++) { // expected-warning{{LOFT085}}
    p[0] += a[j];
    p[k] -= a[j];
  }
#pragma loft exact // expected-note{{by this pragma}}
  for (int j = 0; j < n; j++) {
    if (a[j] > 0) // expected-warning{{LOFT085}}
      p[0] += a[j];
    p[1] -= a[j];
  }
}
