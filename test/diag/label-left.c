// C2y: break and continue may name the loop that they are about, and would be
// read as about the innermost one.
// REQUIRES: llvm22
// RUN: %clang -std=c2y -fsyntax-only -Xclang -verify %s
void next_row(int n, int *x) {
#pragma loft // expected-note {{by this pragma}}
outer:
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 4; j++)
      if (i % 3 == j)
        continue outer; // expected-warning{{jump to a label that is computed, or that break or continue names: 'outer'}}
    x[i] = 7;
  }
}
