// An int beside the bool may be -1, or 2: neither sum nor xor is one of truth
// values.
// RUN: %clang -fsyntax-only -Xclang -verify %s
#include <stdbool.h>

bool sum(int n, bool s, const int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s += x[i]; // expected-warning{{'s' carries a value}}
  return s;
}

bool parity(int n, bool s, const int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s ^= x[i]; // expected-warning{{the bits of 's' go on}}
  return s;
}

bool two(int n, bool s, const bool *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s = (s + x[i]) ^ 1; // expected-warning{{the bits of 's' go on}}
  return s;
}
