// memset of what is no array of numbers, or of a number of bytes that is not
// known to be one of elements before the loop.
// COVERS: CALL_BYTES
// RUN: %clang -Wno-everything -Wpass-failed -fsyntax-only -Xclang -verify %s
#include <string.h>
void f(int n, void **p) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++)
    memset(p, 0, 8); // expected-warning {{'memset' of bytes that are not known to be whole elements of one type; write it as a loop over the elements, or as an assignment of structures [LOFT160]}}
}
void g(int n, float *x, const unsigned *size) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++)
    memset(x + i * 8, 0, size[i]); // expected-warning {{LOFT160}}
}
