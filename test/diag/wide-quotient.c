// Quotients of 128-bit integers that are not lifted.
// COVERS: WIDE_QUOTIENT
// RUN: %clang -fsyntax-only -Xclang -verify %s
void by_wide(int n, unsigned __int128 *x, unsigned __int128 m) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = x[i] % m; // expected-warning{{'x[i] % m' divides 128 bits by more}}
}

void with_sign(int n, __int128 *x, int m) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] /= m; // expected-warning{{divides 128 bits by more than 64, or with a sign}}
}
