// The count is a formula of n, as are sums of constants, and what the last
// iteration sets: there is nothing to run, unless elements say what is added.
void f(int n, int *x) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    k += 3;
  for (int i = 0; i < n; i++)
    x[i] = k;
}
// -- instead
void f(int n, int *x) {
  int k = 0;
  for (int i = 0; i < n; i++)
    k += 3;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = k;
}
