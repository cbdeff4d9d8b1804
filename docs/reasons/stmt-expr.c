// Statements inside an expression are a GNU extension that loft does not
// read.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = ({ int t = i; t * 2; });
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t = i;
    x[i] = t * 2;
  }
}
