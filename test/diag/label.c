// A computed goto.
// COVERS: LABEL
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
  void *to[] = {&&even, &&odd};
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
    goto *to[x[i] & 1]; // expected-warning{{jump to a label that is computed, or that break or continue names: 'goto *to[x[i] & 1]'}}
  even:
    x[i] /= 2;
    continue;
  odd:
    x[i] *= 3;
  }
}
