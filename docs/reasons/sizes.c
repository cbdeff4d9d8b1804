// That unsigned indices do not wrap, and stay in their row, is checked before
// the loop runs: of a bound that an inner loop computes anew that cannot be.
void f(unsigned h, unsigned w, float *restrict y, const float *restrict x) {
#pragma loft
  for (unsigned r = 0; r < h; r++)
    for (unsigned c = 0; c < w - 1; c++)
      y[r * w + c] = x[r * w + c + 1];
}
// -- instead
#include <stddef.h>
void f(size_t h, size_t w, float *restrict y, const float *restrict x) {
#pragma loft
  for (size_t r = 0; r < h; r++)
    for (size_t c = 0; c + 1 < w; c++)
      y[r * w + c] = x[r * w + c + 1];
}
