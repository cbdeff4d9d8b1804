// assume(condition) stands alone, where a declaration may, and Clang reads the
// condition.
// RUN: %clang -fsyntax-only -Wall -Wno-misleading-indentation -Xclang -verify %s
#define EVEN(x) ((x) % 2 == 0)
#pragma loft assume(1) // expected-error{{illegal storage class on file-scoped variable}}

void f(int n, int *x) {
#pragma loft assume(EVEN(n) && n > 0)
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma loft assume(m > 0) // expected-error{{use of undeclared identifier 'm'}}
#pragma loft assume()      // expected-warning{{'end of line' is not expected here}}
#pragma loft assume(n      // expected-warning{{'end of line' is not expected here}}
#pragma loft assume n      // expected-warning{{'n' is not expected here}}
#pragma loft assume(n) map // expected-warning{{'map' contradicts what the pragma said before}}
#pragma loft map assume(n) // expected-warning{{'assume' contradicts what the pragma said before}}
  if (n > 3)
#pragma loft assume(n > 3) // expected-error{{expected expression}}
  x[0] = 1;
}
