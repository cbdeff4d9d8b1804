// 128-bit integers.
// COVERS: INT128
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, __int128 *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] += x[i]; // expected-warning{{is wider than 64 bits}}
}
