// How often a value can be doubled or divided is a logarithm: digits, bits and
// levels are a few iterations, which take less time than a region. Many such
// numbers are worth one: the loop around them is lifted, and each iteration runs
// this one. Where an iteration does much, a loop of its own, which takes next to
// no time, counts them.
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
