// Subscripts are looked at before the loop runs, and looking must not read what
// the loop would not have read: here what is behind the first hit. It may where
// it is known which elements these are, and they can be read.
int f(const int *a, const int *k, const float *w, int n, int x) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    found = found || a[k[(int)(w[i] * 8)]] == x;
  return found;
}
// -- instead
int f(const int *a, const int *k, const float *w, int n, int x) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    found |= a[k[(int)(w[i] * 8)]] == x;
  return found;
}
