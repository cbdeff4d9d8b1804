// A kept array stays on the device between regions. A loop without regions that
// reads or writes it needs it in the program's memory, so all of it is copied back
// before that loop, in each iteration of the outer one here. Single elements,
// memcpy, memmove and memset copy what they touch alone, and give no warning.
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
