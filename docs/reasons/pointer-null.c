// Of a pointer that the loop does not change it is known whether it is null. One
// that is chosen in an iteration, or an array of pointers to rows, is no value
// in a lifted loop.
void f(int n, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[2] = {x[i], 3};
    int *p = x[i] > 1 ? t : 0;
    y[i] = p ? p[1] : 2;
  }
}
// -- instead
void f(int n, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[2] = {x[i], 3};
    int at = x[i] > 1 ? 0 : -1;
    y[i] = at >= 0 ? t[at + 1] : 2;
  }
}
