// The length of an array that is declared in the region, by a variable that has
// another value before: only the declaration has it.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, const int *x, int *y) {
  int k;
#pragma loft region // expected-note{{by this pragma}}
  {
    k = n * 2;
    int t[k]; // expected-warning{{LOFT069}}
    for (int i = 0; i < n; i++)
      t[i] = x[i];
    for (int i = 0; i < n; i++)
      y[i] = t[n - 1 - i];
    k = 3;
  }
}

void g(int n, const int *x, int *y) {
  int k = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int t[k + 1]; // expected-warning{{LOFT010}}
    t[0] = x[i];
    y[i] = t[0];
    k = 3;
  }
}
