// Lifted code does not trap where the original would.
// flags: -ftrapv
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] + 1;
}
