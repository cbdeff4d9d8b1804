// What is touched is found by a look at the subscripts before the loop runs, so
// the loop must not write them.
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
