// Neither statement can be done for all iterations before the other.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, float *restrict a, float *restrict b) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] * b[i - 1]; // expected-note {{it is read here}}
    b[i] = a[i - 1] * a[i - 1]; // expected-warning {{what an earlier one wrote in 'b'}}
  }
}
