// Results come back before code that reads or writes a kept array, so nothing is gained there by keeping it.
void step(int n, const float *x, float *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.5f;
}
int f(int n, int times, const float *x, float *y) {
  int s = 0;
#pragma loft keep(x, y)
  for (int k = 0; k < times; k++) {
    step(n, x, y);
    for (int i = 0; i < n; i++)
      s += y[i] > 1;
  }
  return s;
}
// -- instead
void step(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.5f;
}
int f(int n, int times, const float *x, float *y) {
  int s = 0;
#pragma loft keep(x, y)
  for (int k = 0; k < times; k++) {
    step(n, x, y);
#pragma loft
    for (int i = 0; i < n; i++)
      s += y[i] > 1;
  }
  return s;
}
