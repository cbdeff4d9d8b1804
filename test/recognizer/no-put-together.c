// A remainder by something else than the quotient is by.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int w, int v, float *restrict b, const float *restrict a) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++)
    b[i / w * w + i % v] = b[i / v * w + i % w] + a[i]; // expected-warning {{LOFT14}}
}
