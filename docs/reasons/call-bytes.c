// Copies and fills are loops over elements: how many bytes there are must be a
// number of these, which is checked before the loop runs if it is known by then,
// and elements of one array must be several of the other's. Structures are
// copied to others of their type, or to bytes, where they have no bit-fields,
// pointers or unions; else an assignment (*p = *q) does what is meant.
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
