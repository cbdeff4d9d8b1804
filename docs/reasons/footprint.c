// Before the loop runs it must be known which elements it touches, to bring
// them to the device, and looking must not read what the loop would not have
// read. The place that is read next may be what was read, since all of it can
// be looked at, but not what is computed from that without an end.
void f(int n, int m, const int *heap, const int *key, int *restrict at) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (heap[k] > key[i]) // of m elements, the last rows at most the keys
      k = 2 * k + 1;
    at[i] = k;
  }
}
// -- instead
void f(int n, int m, const int *heap, const int *key, int *restrict at) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (k < m && heap[k] > key[i])
      k = 2 * k + 1;
    at[i] = k;
  }
}
