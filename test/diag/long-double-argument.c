// Of a builtin that takes a long double the type is the reason,
// not the function.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, const float *x, int *nan) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    nan[i] = __builtin_isnan((long double)x[i]); // expected-warning{{is a long double; use double}}
}
