// The place of a write follows from the number of writes before it, which is a
// scan; the element that is read at such a place does not, unless it is only
// compared for equality. The greatest element so far is a scan of its own. (Stores
// are lifted also where several iterations make them at one place, as that of
// the end of a run, end[k - 1] = i, if nothing reads the array.)
int f(int n, const int *x, int *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (k == 0 || x[i] > out[k - 1])
      out[k++] = x[i];
  return k;
}
// -- instead
int f(int n, const int *x, int *out) {
  int k = 0;
  long most = -2147483649L;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > most) {
      most = x[i];
      out[k++] = x[i];
    }
  return k;
}
