// Code that reads exception flags or sets the rounding mode would see others
// than the original's.
void f(int n, float *x) {
#pragma STDC FENV_ACCESS ON
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2;
}
// -- instead
void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2;
}
