// exact keeps float folds in order: alone such a loop stays as it was, with
// others the remarks name what runs in order.
// COVERS: EXACT_REDUCTION
// RUN: %clang -fplugin-arg-loft-remarks -fsyntax-only -Xclang -verify %s
double f(int n, const double *x) {
  double s = 0;
#pragma loft exact // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s += x[i]; // expected-warning{{'s' is a floating reduction that 'exact' keeps in order}}
  return s;
}

double g(int n, const double *x, double *y) {
  double s = 0;
#pragma loft region exact
  { // expected-remark{{lifted to map + sequential reduce add}}
    for (int i = 0; i < n; i++)
      y[i] = 2 * x[i];
    for (int i = 0; i < n; i++)
      s += y[i]; // expected-remark{{loop runs in order: 's' is a floating reduction}}
  }
  return s;
}
