// A label is where a goto arrives; a loop body with several entries is not
// lifted, even when nothing jumps there. A break or continue of C2y that names
// its loop has the same reason.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] = i;
  next:;
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
