// Subscripts are looked at before the loop runs, and looking must not read what
// the loop would not have read: here what is behind the first hit.
int f(const int *a, const int *k, int n, int x) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    found = found || a[k[i]] == x;
  return found;
}
// -- instead
int f(const int *a, const int *k, int n, int x) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    found |= a[k[i]] == x;
  return found;
}
