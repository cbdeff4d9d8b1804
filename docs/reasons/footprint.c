// Before the loop runs it must be known which elements it touches, to bring
// them to the device, and which other arrays they overlap. A walk that computes
// where it goes next may get anywhere; in an array that is declared with its
// length it gets nowhere else. (Searches through tables, table[k & mask], and
// walks by what the array holds, k = next[k], are followed.)
void f(int n, int m, const int *key, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int node = 0;
    for (int j = 0; j < m; j++)
      node = 2 * node + 1 + (x[node] < key[i]);
    y[i] = node;
  }
}
// -- instead
void f(int n, int m, const int *key, const int *x, int *y) {
  int heap[255];
  for (int i = 0; i < 255; i++)
    heap[i] = x[i];
#pragma loft
  for (int i = 0; i < n; i++) {
    int node = 0;
    for (int j = 0; j < m; j++)
      node = 2 * node + 1 + (heap[node] < key[i]);
    y[i] = node;
  }
}
