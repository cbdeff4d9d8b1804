// A function of another file is not called in iterations that C may not reach:
// in loops that end early, and in forms of a loop that run ahead.
// COVERS: CALL_AHEAD
// RUN: %clang -fsyntax-only -Xclang -verify %s
__attribute__((const)) double g(double x);
int first(int n, const double *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (g(x[i]) > 1) // expected-warning{{call to 'g', whose body is not visible here, in a loop that ends early}}
      return i;
  return n;
}
double next(int n, double s) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s = g(s); // expected-warning{{'s' carries a value}}
  return s;
}
