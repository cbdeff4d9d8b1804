// Variables that are rotated go on as the one does that gets a new value: those
// of MD5 are not values that are put in order.
// RUN: %clang -fplugin-arg-loft-remarks -fsyntax-only -Xclang -verify %s
void sums(int n, const unsigned *w, const unsigned *add, unsigned *out) {
#pragma loft
  for (int j = 0; j < n; j++) { // expected-remark{{lifted to map of loop}}
    unsigned a = 1, b = 2, c = 3, d = 4;
    for (int i = 0; i < 64; i++) {
      unsigned f = ((b & c) | (~b & d)) + a + add[i] + w[16 * j + i % 16];
      a = d; // expected-remark{{the bits of 'a' go on into the next iteration, as in checksums, hashes, generators and filters of integers}}
      d = c;
      c = b;
      b = b + (f << 7 | f >> 25);
    }
    out[j] = a ^ b ^ c ^ d;
  }
}
// Where nothing is new, the pair is linear in what it was, a scan: there is no
// reason to give for rows of a map.
void in_turn(int n, int m, const int *x, int *out) {
#pragma loft
  for (int j = 0; j < n; j++) { // expected-remark{{lifted to map}}
    int a = j, b = 0;
    for (int i = 0; i < m; i++) {
      int t = a;
      a = b;
      b = t;
    }
    out[j] = a - b;
  }
}
