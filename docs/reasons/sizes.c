// That unsigned indices do not wrap, and stay in their row, is checked before
// the loop runs: where it depends on sizes that the loop computes it cannot be.
void f(unsigned h, unsigned w, unsigned *restrict len, float *restrict y,
       const float *restrict x) {
#pragma loft
  for (unsigned r = 0; r < h; r++) {
    len[r] /= 2;
    for (unsigned c = 0; c < len[r]; c++)
      y[r * w + c] = x[r * w + c + 1];
  }
}
// -- instead
void f(unsigned h, unsigned w, unsigned *restrict len, float *restrict y,
       const float *restrict x) {
#pragma loft
  for (unsigned r = 0; r < h; r++)
    len[r] /= 2;
#pragma loft
  for (unsigned r = 0; r < h; r++)
    for (unsigned c = 0; c < len[r]; c++)
      y[r * w + c] = x[r * w + c + 1];
}
