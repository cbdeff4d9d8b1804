// Functions as arguments that are not known: of the function around, of a
// parameter that changes or is compared, and of one that is called in itself.
// RUN: %clang -fsyntax-only -Xclang -verify %s
typedef double fn(double);
static double half(double x) { return x / 2; }
static double apply(double x, fn *f) { return f(x); }
static double nested(double x) {
  return apply(x, half); // expected-warning{{call to 'apply', which calls itself}}
}
static double changed(double x, fn *f) {
  if (x > 3)
    f = half; // expected-note{{here too}}
  return f(x); // expected-warning{{call through a pointer: 'f'}}
}
void f(int n, double *x, fn *g) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = g(x[i]); // expected-warning{{call through a pointer: 'g'}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = apply(x[i], nested);
#pragma loft // expected-note 2{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = changed(x[i], half); // expected-warning{{expression loft does not know: 'half'}}
}
