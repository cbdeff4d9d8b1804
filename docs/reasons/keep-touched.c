// A kept array stays on the device between regions. A loop without regions that
// reads or writes it has all of it copied back before, in each iteration of the
// outer loop here. Single elements, memcpy, memmove and memset move their own
// bytes alone, and give no warning.
void halve(int n, const float *x, float *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.5f;
}
int f(int n, int times, const float *x, float *y) {
  int s = 0;
#pragma loft keep(x, y)
  for (int k = 0; k < times; k++) {
    halve(n, x, y);
    for (int i = 0; i < n; i++)
      s += y[i] > 1;
  }
  return s;
}
// -- instead
void halve(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.5f;
}
int f(int n, int times, const float *x, float *y) {
  int s = 0;
#pragma loft keep(x, y)
  for (int k = 0; k < times; k++) {
    halve(n, x, y);
#pragma loft
    for (int i = 0; i < n; i++)
      s += y[i] > 1;
  }
  return s;
}
