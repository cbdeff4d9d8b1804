// 16-bit floats are computed differently from target to target.
void f(int n, _Float16 *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += x[i];
}
// -- instead
void f(int n, _Float16 *x) {
  float y[64];
  for (int i = 0; i < n; i++)
    y[i] = x[i];
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] += y[i];
  for (int i = 0; i < n; i++)
    x[i] = y[i];
}
