// Devices compute in at most 64 bits.
void f(int n, __int128 *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += x[i];
}
// -- instead
void f(int n, long *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += x[i];
}
