// Each bit goes into many bits of the next value, which is what such functions
// are made for. (Plain sums, products and exclusive ors of what is hashed, and
// x * a + b in unsigned integers, are lifted.) Several blocks of data can be
// hashed at once.
void f(int n, const unsigned *x, unsigned *sums) {
  for (int k = 0; k < n; k++) {
    unsigned c = 17;
#pragma loft
    for (int i = 0; i < n; i++)
      c = (c << 5 | c >> 27) + x[n * k + i];
    sums[k] = c;
  }
}
// -- instead
void f(int n, const unsigned *x, unsigned *sums) {
#pragma loft
  for (int k = 0; k < n; k++) {
    unsigned c = 17;
    for (int i = 0; i < n; i++)
      c = (c << 5 | c >> 27) + x[n * k + i];
    sums[k] = c;
  }
}
