// A place that is computed from the one before, as far as data says, has no
// range that could be known beforehand.
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
// COVERS: FOOTPRINT
void descend(int n, const int *heap, const int *key, int *restrict at) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (heap[k] > key[i]) // expected-warning{{'heap' it touches is not known before it runs}}
      k = 2 * k + 1;
    at[i] = k;
  }
}
