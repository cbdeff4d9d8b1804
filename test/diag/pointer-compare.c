// An address compared with one in an array of other elements.
// COVERS: POINTER_COMPARE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void g(int *x, short *end) {
#pragma loft // expected-note{{by this pragma}}
  for (int *p = x; (void *)p < (void *)end; p++) // expected-warning{{comparison of addresses: 'p < end'}}
    *p = 1;
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
