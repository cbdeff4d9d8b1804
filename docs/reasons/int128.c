// An integer of 128 bits is two words of 64 bits, and floats have at most 64.
void f(int n, long *x, const double *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    __int128 t = y[i];
    x[i] = (t * t + i) >> 64;
  }
}
// -- instead
void f(int n, long *x, const double *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    __int128 t = (long)y[i];
    x[i] = (t * t + i) >> 64;
  }
}
