// What an iteration reads is what was there before the loop, as long as the
// iterations that overwrite it come later. Plain reads ahead, x[i] = x[i + 1],
// are made from a copy without asking for one; here whether there is a read
// depends on data.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i + 1] > 3)
      x[i] = x[i + 2];
}
// -- instead
void f(int n, int *x) {
  int old[66];
  for (int i = 0; i < n + 2; i++)
    old[i] = x[i];
#pragma loft
  for (int i = 0; i < n; i++)
    if (old[i + 1] > 3)
      x[i] = old[i + 2];
}
