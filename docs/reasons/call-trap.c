// A function that does not return, such as that of a failing assert, is asked for
// before the loop, so that the original loop can make the call. What it depends
// on is computed ahead for that: not so what other iterations may have written,
// nor by a loop that might not end, as that of v here.
void abort(void);
void f(int n, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = x[i];
    while (v > 10)
      v /= 2;
    if (v < 0)
      abort();
    y[i] = v;
  }
}
// -- instead
void abort(void);
void f(int n, const int *x, int *y) {
  int bad = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = x[i];
    while (v > 10)
      v /= 2;
    bad |= v < 0;
    y[i] = v;
  }
  if (bad)
    abort();
}
