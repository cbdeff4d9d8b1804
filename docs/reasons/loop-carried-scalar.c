// Each iteration starts from the value the one before it left, and that is no
// sum, product, minimum or the like, nor linear in it.
void f(int n, int *x) {
  int s = 1;
#pragma loft
  for (int i = 0; i < n; i++) {
    s = (s + 7) % 31;
    x[i] = s;
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = (7 * i + 8) % 31;
}
