// Two iterations may write the same element: where they write must be seen to
// differ.
void f(int n, int *x, const int *k) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[k[i]] = i;
}
// -- instead
void f(int n, int *x, const int *k) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = k[i];
}
