// A statement in an expression may leave the function before all of the
// expression is evaluated; other statements in expressions are lifted.
int f(int n, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (({ if (x[i] == 7) return i; x[i] > 9; }))
      return -i;
  return 0;
}
// -- instead
int f(int n, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] == 7 || x[i] > 9)
      return x[i] == 7 ? i : -i;
  return 0;
}
