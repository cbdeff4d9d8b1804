// 128-bit integers where only smaller ones are lifted.
// RUN: %clang -fsyntax-only -Xclang -verify %s
typedef unsigned __int128 wide;

void switches(int n, const wide *x, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    switch (x[i]) { // expected-warning{{expression loft does not know: 'x[i]'}}
    case 1:
      y[i] = 2;
    }
}

void counts(int n, const wide *x, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    y[i] = __builtin_popcountg(x[i]); // expected-warning{{is a builtin that loft does not have}}
}

void checked(int n, wide *x, const int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    __builtin_add_overflow(y[i], y[i], &x[i]); // expected-warning{{is a builtin that loft does not have}}
}
