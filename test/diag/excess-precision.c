// A function that computes floats in registers of more precision.
// RUN: %clang -fsyntax-only -Xclang -verify %s
// REQUIRES: x86
#define X87 __attribute__((target("no-sse2")))
X87 static double square(double x) {
  return x * x; // expected-warning{{floating point is computed with excess precision}}
}
X87 void f(int n, double *x, double *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = x[i] + 1; // expected-warning{{floating point is computed with excess precision}}
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = y[i];
}
void g(int n, double *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = square(x[i]);
}
