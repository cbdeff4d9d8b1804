// Copies and fills are loops over elements: how many bytes there are must be a
// number of these, which is checked before the loop runs if it is known by then,
// and both arrays must have elements of one size. One structure is copied to
// another of its type, or cleared, where none of its bytes is padding; else an
// assignment (*p = *q) does what is meant.
#include <string.h>
void f(int n, float *x, const unsigned *length) {
#pragma loft
  for (int i = 0; i < n; i++)
    memset(x + i * 20, 0, length[i] * 4);
}
// -- instead
void f(int n, float *x, const unsigned *length) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < length[i]; j++)
      x[i * 20 + j] = 0;
}
