// Devices compute in at most 64 bits.
void f(int n, long *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    __int128 t = x[i];
    x[i] = t * t + i;
  }
}
// -- instead
void f(int n, long *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    long t = x[i];
    x[i] = t * t + i;
  }
}
