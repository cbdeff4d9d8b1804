// Whether an iteration counts depends on how many have counted before. Where it
// counts one, that stops at the bound, which is known; where it counts several,
// let all of them count, which is a scan of what each adds, and ask for the bound
// where it stores.
int f(int n, int m, const int *x, int *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && k < m) {
      out[k++] = x[i];
      out[k++] = i;
    }
  return k;
}
// -- instead
int f(int n, int m, const int *x, int *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      if (k < m) {
        out[k] = x[i];
        out[k + 1] = i;
      }
      k += 2;
    }
  return k < m ? k : m + m % 2;
}
