// Where b is no number, neither holds; where it is, both may: they are no
// opposites of one condition, and a is written before it is read.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void cases(int n, float *restrict a, const float *restrict b, float *restrict c) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
    if (!(b[i] < 0))
      a[i] = c[i] + 1; // expected-note {{it is read here}}
    if (b[i] >= 0)
      c[i + 1] = a[i] * 2; // expected-warning {{what an earlier one wrote in 'c'}}
  }
}
