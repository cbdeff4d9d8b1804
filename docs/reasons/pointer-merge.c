// Which array is read must be known before the loop runs, so that it can be
// brought to the device and compared with what is written.
void f(int n, int *x, int *y, int *z) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int *p = y;
    if (x[i])
      p = z;
    x[i] = p[i];
  }
}
// -- instead
void f(int n, int *x, int *y, int *z) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] ? z[i] : y[i];
}
