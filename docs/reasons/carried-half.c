// Sums, products and averages of 16-bit floats are rounded in each iteration, so that no other
// order gives C's answer. A float is lifted, and more accurate. (The least and the
// greatest of them are lifted.)
void f(int n, const _Float16 *x, _Float16 *sum) {
  _Float16 s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  *sum = s;
}
// -- instead
void f(int n, const _Float16 *x, _Float16 *sum) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  *sum = (_Float16)s;
}
