// Elements that may be the same one stay in the array.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, double *p, const double *a, int k) {
#pragma loft // expected-note{{by this pragma}}
  for (int j = 0; j < n; j++) {
    p[0] += a[j]; // expected-warning{{LOFT081}}
    p[k] -= a[j];
  }
#pragma loft // expected-note{{by this pragma}}
  for (int j = 0; j < n; j++) {
    if (a[j] > 0)
      p[0] += a[j]; // expected-warning{{LOFT081}}
    p[1] -= a[j];
  }
}
