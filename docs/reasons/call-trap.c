// A function that does not return, such as that of a failing assert, is asked for
// before the loop, so that the original loop can make the call. What it depends
// on is computed ahead for that: not so what other iterations may have written,
// nor by a loop without a trip count that reads memory, as that of v here.
void abort(void);
void f(int n, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = i;
    while (v > 8)
      v -= x[v] > 0 ? 2 : 1;
    if (v < 0)
      abort();
    y[i] = v;
  }
}
// -- instead
void abort(void);
void f(int n, const int *restrict x, int *restrict y) {
  int bad = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = i;
    while (v > 8)
      v -= x[v] > 0 ? 2 : 1;
    bad |= v < 0;
    y[i] = v;
  }
  if (bad)
    abort();
}
