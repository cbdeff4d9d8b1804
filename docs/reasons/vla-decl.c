// Each iteration would need an array of its own, of a size known only when it
// runs.
void f(int n, const int *m, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[m[i]];
    t[0] = i;
    x[i] = t[0];
  }
}
// -- instead
void f(int n, int most, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[most];
    t[0] = i;
    x[i] = t[0];
  }
}
