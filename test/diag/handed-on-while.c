// The scalars of a loop without a count are told apart as those of loops that
// count.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void least(unsigned n, unsigned w, const unsigned char *x, long *y) {
#pragma loft // expected-note 0+{{by this pragma}}
  for (unsigned i = 2; i < n; i += x[i]) { // expected-warning{{LOFT168}}
    long s = 0;
    for (unsigned j = 0; j < w; j += x[3])
      s = x[i ^ 1] < s ? x[i ^ 1] : s;
    y[i] = s;
  }
}
