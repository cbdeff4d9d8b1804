// Whether an iteration counts depends on how many have counted before. Where it
// counts one, or always as many, that stops at the bound, which is known; where
// it counts some or more, let all of them count, which is a scan of their
// numbers, and ask for the bound where it stores. (What one such counter leaves
// may go to another one, else if (j < room) rest[j++] = v.)
void f(int n, int m, const int *x, int *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && k < m) {
      out[k++] = x[i];
      if (x[i] > 5)
        out[k++] = i;
    }
}
// -- instead
void f(int n, int m, const int *x, int *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      if (k < m)
        out[k] = x[i];
      k++;
      if (x[i] > 5) {
        if (k <= m)
          out[k] = i;
        k++;
      }
    }
}
