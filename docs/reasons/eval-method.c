// Intermediate results would have more digits than lifted code gives them.
// flags: -ffp-eval-method=double
void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = 2 * x[i];
}
