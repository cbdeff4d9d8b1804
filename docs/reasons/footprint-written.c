// What is touched is found by a look at the subscripts before the loop runs, so
// the loop must not write them. (Places that counters by key give are lifted,
// out[pos[key[i]]++] = x[i]: in a loop, in a nest over the rows of a sparse
// matrix, ptr[i] to ptr[i + 1], and in a region that counts the keys as well.)
void f(int n, int *k, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    k[i] = k[i] * 3 + 1;
    y[i] = x[k[i]] + 1;
  }
}
// -- instead
void f(int n, int *k, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    k[i] = k[i] * 3 + 1;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[k[i]] + 1;
}
