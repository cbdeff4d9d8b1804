// What one iteration reads another one may write: where they write must be seen
// to differ from where they read. Here a copy says that k[i] is less than n.
void f(int n, int *x, const int *k) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[k[i]] = x[n + i];
}
// -- instead
void f(int n, int *x, const int *k) {
  int y[99];
  for (int i = 0; i < n; i++)
    y[i] = x[n + i];
#pragma loft
  for (int i = 0; i < n; i++)
    x[k[i]] = y[i];
}
