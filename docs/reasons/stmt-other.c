// The statement is none of those that loops are made of.
void f(int n, int m, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    typedef int row[m];
    x[i] = i + m;
  }
}
// -- instead
void f(int n, int m, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i + m;
}
