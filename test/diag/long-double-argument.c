// Of a builtin that takes a float of 128 bits the type is the reason, not the
// function.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, const float *x, int *nan) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    nan[i] = __builtin_isnan((__float128)x[i]); // expected-warning{{is a float other than}}
}
