// That the annotated loop has no count is said although a loop inside it has a
// reason, too: that one alone would send to the wrong place.
// RUN: %clang -fsyntax-only -Xclang -verify %s
int f(int n, const unsigned char *s, unsigned *o) {
  int k = 0, i = 0;
#pragma loft // expected-note 2{{by this pragma}}
  while (i < n) { // expected-warning{{LOFT084}}
    unsigned c = s[i++];
    int more = c & 15;
    while (more-- > 0 && i < n)
      c = (c ^ s[i++]) * 16777619; // expected-warning{{LOFT151}}
    o[k++] = c;
  }
  return k;
}
