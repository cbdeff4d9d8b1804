// One pragma cannot ask for two kinds.
int f(int n, const int *x) {
  int s = 0;
#pragma loft map reduce
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
// -- instead
int f(int n, const int *x) {
  int s = 0;
#pragma loft reduce
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
