// Sums, differences, products and quotients of 16-bit floats are lifted, as are
// their conversions. Calls of functions of such numbers, ++ and --, and, on
// processors with arithmetic of 16 bits, sums that a product is fused into are not.
void f(int n, _Float16 *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i]++;
}
// -- instead
void f(int n, _Float16 *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = (_Float16)((float)x[i] + 1);
}
