// The count is a formula of n, as are sums of constants, and what the last
// iteration sets: there is nothing to run, unless elements say what is added.
int f(int n, const int *x) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    k += 3;
  return k;
}
// -- instead
int f(int n, const int *x) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    k += x[i] > 0 ? 3 : 0;
  return k;
}
