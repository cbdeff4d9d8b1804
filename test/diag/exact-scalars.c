// Recurrences of floats that 'exact' keeps in order would be folds without it;
// others would not.
// RUN: %clang -fsyntax-only %s -Xclang -verify
void welford(int n, const double *x, double *out) {
  double mean = 0, m2 = 0;
#pragma loft exact // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    double d = x[i] - mean;
    mean += d / (i + 1); // expected-warning{{'mean' is a floating reduction that 'exact' keeps in order; drop 'exact'}}
    m2 += d * (x[i] - mean);
  }
  out[0] = mean;
  out[1] = m2;
}
void products(int n, const double *x, double *out) {
  double p = 1, s = 0;
#pragma loft exact // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    p = p * p + x[i]; // expected-warning{{LOFT082}}
    s += p;
  }
  out[0] = p;
  out[1] = s;
}
