// A function that does not return, such as that of a failing assert, is asked for
// before the loop, so that the original loop can make the call. That needs what
// it depends on to be there before: not so what the loop writes, as x here.
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
