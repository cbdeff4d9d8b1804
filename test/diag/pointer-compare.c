// An address compared with one in an array of other elements.
// COVERS: POINTER_COMPARE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void g(int *x, short *end) {
#pragma loft // expected-note{{by this pragma}}
  for (int *p = x; (void *)p < (void *)end; p++) // expected-warning{{comparison of addresses: 'p < end'}}
    *p = 1;
}

// Which elements are reached through "y" is not told by the comparison.
void h(int n, int *x, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x + i == y) // expected-warning{{comparison of addresses: '(x + i) == y'}}
      x[i] = y[1];
}

// A row that the region does not touch has no address there.
void r(int n, float **y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 50; j++)
      y[i][j] = y[i] == y[0]; // expected-warning{{comparison of addresses: 'y[i] == y[0]'}}
}

// Any two addresses can be told to differ: these may be in different arrays.
struct end {
  const int *at;
};
int m(const int *p, const struct end *end) {
  int t = 0;
#pragma loft // expected-note{{by this pragma}}
  for (; p != end->at; p++) // expected-warning{{comparison of addresses: 'p != end->at'}}
    t += *p;
  return t;
}

// Addresses in memory are compared, and nothing behind them is asked for.
struct link {
  int id;
  struct link *next;
};
int last(const struct link *p, const struct link *end, int n) {
  int k = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (p[i].next == end) // expected-warning{{comparison of addresses: 'p[i].next == end'; compare indices}}
      k++;
  return k;
}
