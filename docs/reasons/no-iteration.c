// The count is a formula of n. Sums of constants and values that the last
// iteration sets are formulas, too: nothing is left to run.
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
