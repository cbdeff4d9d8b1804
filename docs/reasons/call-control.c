// The function ends the program, jumps elsewhere or waits for other threads. One
// that does not return is asked for before the loop, as in assert(y[i] > 0), if
// what it depends on is not written by the loop: the original loop makes the
// call.
void abort(void);
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      abort();
    x[i]++;
  }
}
// -- instead
void abort(void);
void f(int n, int *x) {
  int bad = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    bad |= x[i] < 0;
    x[i]++;
  }
  if (bad)
    abort();
}
