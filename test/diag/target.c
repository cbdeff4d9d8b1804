// Addresses must have 64 bits, the least byte first.
// COVERS: TARGET
// RUN: %clang --target=i686-linux-gnu -msse2 -fsyntax-only -Xclang -verify %s
// RUN: %clang --target=powerpc64-linux-gnu -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-warning{{is not a little-endian 64-bit one}}
  for (int i = 0; i < n; i++)
    x[i] = i;
}
