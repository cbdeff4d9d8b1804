// Where an iteration writes follows from how many have written before, which a
// scan tells; what it finds at such a place does not.
int f(int n, const int *x, int *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (k == 0 || x[i] != out[k - 1])
      out[k++] = x[i];
  return k;
}
// -- instead
int f(int n, const int *x, int *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (i == 0 || x[i] != x[i - 1])
      out[k++] = x[i];
  return k;
}
