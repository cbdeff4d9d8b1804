// Whether an iteration counts depends on how many have counted before. Where all
// of them count, that is a scan of what each adds, and the bound need not be
// asked until it stores.
int f(int n, int m, const int *x, int *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && k != m)
      out[k++] = x[i];
  return k;
}
// -- instead
int f(int n, int m, const int *x, int *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      if (k < m)
        out[k] = x[i];
      k++;
    }
  return k < m ? k : m;
}
