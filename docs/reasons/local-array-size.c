// Each iteration, of which thousands run at once, has such arrays for itself: 256 KiB at most for all in a region.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[1 << 25];
    t[i] = 1;
    x[i] = t[i];
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[16];
    t[i & 15] = 1;
    x[i] = t[i & 15];
  }
}
