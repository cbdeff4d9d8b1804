// An element that goes is replaced by the last one, which may go as well: which
// element ends up where depends on all that went before. Elements that stay may
// be stored from the start on instead, in order, without a search for the end.
int f(int n, int *a) {
#pragma loft
  for (int i = 0; i < n;) {
    if (a[i] < 0)
      a[i] = a[--n];
    else
      i++;
  }
  return n;
}
// -- instead
int f(int n, int *a) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] >= 0)
      a[k++] = a[i];
  return k;
}
