// A scalar whose address is used like an array is not kept in memory by
// lifted code.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t = i;
    int *p = &t;
    x[i] += p[x[i] > 99];
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t = i;
    x[i] += t;
  }
}
