// goto and its label.
// COVERS: GOTO LABEL
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note 2 {{by this pragma}}
  for (int i = 0; i < n; i++) {
    if (x[i])
      goto next; // expected-warning{{goto; use break, continue or a flag [LOFT001]}}
    x[i] = 1;
  next:; // expected-warning{{label 'next'; remove it}}
  }
}
