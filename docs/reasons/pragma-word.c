// A pragma with a word that is not understood is dropped: half of what was
// asked for could be wrong.
void f(int n, int *x) {
#pragma loft mapp
  for (int i = 0; i < n; i++)
    x[i] = i;
}
// -- instead
void f(int n, int *x) {
#pragma loft map
  for (int i = 0; i < n; i++)
    x[i] = i;
}
