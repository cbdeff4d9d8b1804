// What is refused inside a function of a system header is reported where the
// user's file calls it, and a note says where the reason is; a macro of a system
// header is a place in the user's file.
// RUN: %clang -fsyntax-only -isystem %S/Inputs/system -Xclang -verify %s
#include <inline_functions.h>
static int own(int x) { return parse(x); } // expected-warning{{call to 'parse', a library function}}
void f(int n, int *x) {
// expected-note@inline_functions.h:3 2{{the reason is here, in a system header}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = parse(x[i]); // expected-warning{{call to 'parse', a library function}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = own(x[i]);
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = TABLE(x[i]); // expected-warning{{call to 'TABLE', a library function}}
}
void g(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    shift(x, i); // expected-warning{{may read what an earlier one wrote}}
}
