// A scalar that would be folded is not blamed where iterations meet in an array;
// nor are arrays said to change places where a pointer is set to a row.
// RUN: %clang -fsyntax-only -Xclang -verify %s
int last(short *in, short *out, const unsigned char *order, int n) {
  int last = -1;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int j = order[i];
    if (in[j] > 7) { // expected-note{{it is read here}}
      in[j] /= 3; // expected-warning{{the subscript written in 'in' is not linear}}
      out[i] = in[j];
      last = i;
    }
  }
  return last;
}

int cost(const int *c, const unsigned short **costs, int n) {
  const unsigned short *t = costs[0];
  int cost = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    cost += t[c[i] & 63];
    t = costs[c[i] & 3]; // expected-warning{{'t' is set to the place of an element; keep the index of the element, and the value that it was chosen by [LOFT157]}}
  }
  return cost;
}
