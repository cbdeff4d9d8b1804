// Each iteration would need an array of its own, of a size known only when it
// runs.
void f(int n, const int *m, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[m[i] + 1];
    for (int j = 0; j <= m[i]; j++)
      t[j] = i * j;
    x[i] = t[m[i] / 2];
  }
}
// -- instead
void f(int n, const int *m, int *x) {
  int most = 0;
  for (int i = 0; i < n; i++)
    most = most < m[i] ? m[i] : most;
  int length = most + 1;
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[length];
    for (int j = 0; j <= m[i]; j++)
      t[j] = i * j;
    x[i] = t[m[i] / 2];
  }
}
