// The place of a write follows from the number of writes before it, which is a
// scan; the element that is read at such a place does not, unless it is only
// compared with what is appended. A sum of what was appended, or the greatest
// element, is a scan of its own. (Stores are lifted also where several iterations
// make them at one place, as that of the end of a run, end[k - 1] = i, if nothing
// reads the array.)
int f(int n, const int *x, int *out) {
  int k = 1;
  out[0] = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      out[k] = (int)((unsigned)out[k - 1] + (unsigned)x[i]);
      k++;
    }
  return k;
}
// -- instead
int f(int n, const int *x, int *out) {
  int k = 1;
  unsigned sum = 0;
  out[0] = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      sum += (unsigned)x[i];
      out[k++] = (int)sum;
    }
  return k;
}
