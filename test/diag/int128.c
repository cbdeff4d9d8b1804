// 128-bit integers and floats, and wider ones.
// COVERS: INT128
// RUN: %clang -fsyntax-only -Xclang -verify %s
void from(int n, __int128 *x, const double *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = y[i]; // expected-warning{{'y[i]' is a number of}}
}

void to(int n, const __int128 *x, double *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    y[i] = x[i]; // expected-warning{{'x[i]' is a number of}}
}

void wider(int n, _BitInt(200) *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] += x[i]; // expected-warning{{is a number of more than 128 bits}}
}

void to_half(int n, const __int128 *x, _Float16 *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    y[i] = x[i]; // expected-warning{{'x[i]' is a number of}}
}

void from_half(int n, __int128 *x, const _Float16 *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = y[i]; // expected-warning{{'y[i]' is a number of}}
}
