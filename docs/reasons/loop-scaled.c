// How often a value can be doubled is a logarithm. Counted by a loop of its own,
// which takes next to no time, the iterations are known.
void f(int n, const int *x, int *y) {
#pragma loft
  for (int i = 1; i < n; i *= 2)
    y[i % 31] += x[i];
}
// -- instead
void f(int n, const int *x, int *y) {
  int count = 0;
  for (int i = 1; i < n; i *= 2)
    count++;
#pragma loft
  for (int k = 0; k < count; k++)
    y[(1 << k) % 31] += x[1 << k];
}
