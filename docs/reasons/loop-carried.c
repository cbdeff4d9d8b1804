// One iteration needs what another one wrote, so they cannot run at the same
// time. Running sums, x[i] = x[i] + x[i - 1], and the like are lifted: as scans.
void f(int n, float *x) {
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] = x[i] / x[i - 1];
}
// -- instead
void f(int n, const float *x, float *y) {
#pragma loft
  for (int i = 1; i < n; i++)
    y[i] = x[i] + x[i - 1];
}
