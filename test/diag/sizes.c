// What must hold for iterations not to meet, and cannot be checked before the
// loop runs: the unsigned bound w - 1 of an inner loop may wrap.
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
// COVERS: SIZES
void left(unsigned h, unsigned w, float *restrict y, const float *restrict x) {
#pragma loft // expected-note 2 {{by this pragma}}
  for (unsigned r = 0; r < h; r++)       // expected-warning {{'y'}}
    for (unsigned c = 0; c < w - 1; c++) // expected-warning {{LOFT089}}
      y[r * w + c] = x[r * w + c + 1];
}
