// The word is about one loop, not about a region.
// COVERS: NOT_A_LOOP
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, const int *k, int *x) {
#pragma loft independent
  for (int i = 0; i < n; i++)
    x[k[i]] = x[k[i] + 1];
#pragma loft region independent // expected-warning{{no loop follows the pragma}}
  {
    for (int i = 0; i < n; i++)
      x[i] = i;
  }
#pragma loft independant // expected-warning{{'independant' is not a word}} expected-note{{did you mean 'independent'?}}
  for (int i = 0; i < n; i++)
    x[i] = i;
}
