// Where the statement begins and ends has to be known: results come back at its end.
void halve(int n, const float *x, float *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.5f;
}
void f(int n, int times, const float *x, float *y) {
#pragma loft keep(x, y)
  {
  again:
    halve(n, x, y);
    if (--times > 0)
      goto again;
  }
}
// -- instead
void halve(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.5f;
}
void f(int n, int times, const float *x, float *y) {
#pragma loft keep(x, y)
  do {
    halve(n, x, y);
  } while (--times > 0);
}
