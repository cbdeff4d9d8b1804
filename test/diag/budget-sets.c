// Many writes at many strides: isl gets a bounded time for each question, and
// the loop is lifted (or refused) all the same.
// RUN: prlimit --cpu=30 %clang -fplugin-arg-loft-remarks -fsyntax-only -Xclang -verify %s
#define W1(k) x[60 * i + k] = y[i + k] * k;
#define W4(k) W1(k) W1(k + 1) W1(k + 2) W1(k + 3)
#define W20(k) W4(k) W4(k + 4) W4(k + 8) W4(k + 12) W4(k + 16)
void f(int n, double *x, const double *y) {
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{lifted to map}}
    W20(0) W20(20) W20(40)
  }
}
