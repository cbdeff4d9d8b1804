// The value is neither an integer of 8, 16, 32, 64 or 128 bits nor a float, double or address.
void f(int n, int *x) {
  _BitInt(12) v = n;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = v * i;
}
// -- instead
void f(int n, int *x) {
  int v = n;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = v * i;
}
