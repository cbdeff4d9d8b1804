// Each iteration starts from the value the one before it left, and that is no
// sum, product, minimum or the like, nor linear in it.
void f(int n, int *x) {
  int s = 2;
#pragma loft
  for (int i = 0; i < n; i++) {
    s = 10 / s;
    x[i] = s;
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i % 2 ? 2 : 5;
}
