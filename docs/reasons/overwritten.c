// What an iteration reads is what was there before the loop, as long as the
// iterations that overwrite it come later. Reads that are a fixed number of
// elements ahead, x[i] = x[i + 1], are made from a copy without asking for one.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i + 1] > 3)
      x[i] = x[2 * i + 2];
}
// -- instead
void f(int n, int *x) {
  int old[130];
  for (int i = 0; i < 2 * n + 2; i++)
    old[i] = x[i];
#pragma loft
  for (int i = 0; i < n; i++)
    if (old[i + 1] > 3)
      x[i] = old[2 * i + 2];
}
