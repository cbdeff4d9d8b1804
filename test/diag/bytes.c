// memset of what is no array of numbers, or of a number of bytes that is not
// known to be one of elements before the loop.
// RUN: %clang -Wno-everything -Wpass-failed -fsyntax-only -Xclang -verify %s
#include <string.h>
void f(int n, void **p) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++)
    memset(p, 0, 8); // expected-warning {{call to 'memset', whose body is not visible here}}
}
void g(int n, float *x, const unsigned *size) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++)
    memset(x + i * 8, 0, size[i]); // expected-warning {{call to 'memset', whose body is not visible here}}
}
