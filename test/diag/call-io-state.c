// Functions that ask and move files are about files.
// RUN: %clang -fsyntax-only -Xclang -verify %s
#include <stdio.h>
void
f(int n, int *x, FILE *from)
{
#pragma loft // expected-note 2{{by this pragma}}
  for (int i = 0; i < n; i++) {
    if (ferror(from)) // expected-warning{{call to 'ferror' reads or writes files}}
      x[i] = 1;
    fseek(from, x[i], SEEK_SET); // expected-warning{{call to 'fseek' reads or writes files}}
  }
}
