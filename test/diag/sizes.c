// What must hold for iterations not to meet, and cannot be checked before the
// loop runs: rows of a length that the loop computes, at unsigned subscripts.
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
// COVERS: SIZES
void left(unsigned h, unsigned w, unsigned *restrict len, float *restrict y,
          const float *restrict x) {
#pragma loft // expected-note 2 {{by this pragma}}
  for (unsigned r = 0; r < h; r++) { // expected-warning {{'len'}}
    len[r] /= 2;
    for (unsigned c = 0; c < len[r]; c++) // expected-warning {{LOFT089}}
      y[r * w + c] = x[r * w + c + 1];
  }
}
