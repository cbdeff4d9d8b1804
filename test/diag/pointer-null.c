// A pointer that is null on some way is compared with null as it is in C, or
// not at all; nor is it given back by a region.
// COVERS: POINTER_NULL
// RUN: %clang -fsyntax-only -Xclang -verify %s
void chosen(int n, const int *restrict x, int *restrict y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int t[2] = {x[i], 3};
    int *p = x[i] > 1 ? t : 0;
    y[i] = p ? 1 : 2; // expected-warning{{null is not known before the loop: 'p'}}
  }
}

void assigned(int n, const int *restrict x, int *restrict y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int t[2] = {x[i], 3}, *p;
    if (x[i] < 9)
      p = 0;
    if (x[i] > 1)
      p = t;
    y[i] = p != 0; // expected-warning{{null is not known before the loop: 'p != 0'}}
  }
}

int *given(int n, int c, int *x) {
  int *q = x;
#pragma loft region // expected-note{{by this pragma}}
  { // expected-warning{{'q' may point into different arrays here}}
    for (int i = 0; i < n; i++)
      x[i] = i;
    q = c ? x + 1 : 0;
  }
  return q;
}
