// An iteration reads the elements of before the loop, as long as the
// iterations that overwrite them come later. Reads that go on by up to 1024 elements
// an iteration, ahead of the writes, x[i] = x[i + 1] and x[i] = x[2 * i + 1], are
// made from a copy without asking for one.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n / 16; i++)
    if (x[i + 1] > 3)
      x[i] = x[1500 * i + 2];
}
// -- instead
void f(int n, int *x) {
  int old[6000];
  for (int i = 0; i < 1500 * (n / 16); i++)
    old[i] = x[i];
#pragma loft
  for (int i = 0; i < n / 16; i++)
    if (old[i + 1] > 3)
      x[i] = old[1500 * i + 2];
}
