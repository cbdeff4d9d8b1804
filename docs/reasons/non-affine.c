// What one iteration reads another one may write: where they write must be seen
// to differ from where they read.
void f(int n, int *x, const int *k) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[k[i]] = x[i];
}
// -- instead
void f(int n, int *x, const int *y, const int *k) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[k[i]] = y[i];
}
