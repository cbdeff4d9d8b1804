// Where a computed goto arrives is data. A break or continue of C2y that names
// its loop is not read, either.
void f(int n, int *x) {
  void *to[] = {&&even, &&odd};
#pragma loft
  for (int i = 0; i < n; i++) {
    goto *to[x[i] & 1];
  even:
    x[i] /= 2;
    continue;
  odd:
    x[i] *= 3;
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] & 1)
      x[i] *= 3;
    else
      x[i] /= 2;
}
