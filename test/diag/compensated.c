// Compensated sums as C writes them have C's order alone, as a mean does
// where 'exact' says so; the warning says how to let parts be folded at once.
// COVERS: COMPENSATED
// RUN: %clang -fsyntax-only -Xclang -verify %s
float kahan(int n, const float *x) {
  float s = 0, c = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    float y = x[i] - c, t = s + y;
    c = (t - s) - y; // expected-warning{{'c' and other floats go on from what the iteration before rounded, as in compensated sums and recurrences of several terms; put them into a structure, combine two of these by a function, and name it: combine(merge: s) [LOFT120]}}
    s = t;
  }
  return s;
}
double mean(int n, const double *x) {
  double mean = 0;
#pragma loft exact // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    mean += (x[i] - mean) / (i + 1); // expected-warning{{'mean' is a floating reduction that 'exact' keeps in order}}
  return mean;
}
// One float alone is no such pair.
float logistic(int n, float r) {
  float x = 0.5f;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x = r * x * (1 - x); // expected-warning{{'x' carries a value from one iteration to the next}}
  return x;
}
