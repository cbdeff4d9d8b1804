// What a pointer points to behind a loop that may not have run.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int m, float *x, float *y) {
  float *q = y;
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) { // expected-note {{here too}}
    for (int k = 0; k < m; k++)
      q = x + k;
    q[i] = 1; // expected-warning {{'q' may point into different arrays here}}
  }
}
