// An address compared with one in an array of other elements.
// COVERS: POINTER_COMPARE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void g(int *x, short *end) {
#pragma loft // expected-note{{by this pragma}}
  for (int *p = x; (void *)p < (void *)end; p++) // expected-warning{{comparison of addresses: 'p < end'}}
    *p = 1;
}
