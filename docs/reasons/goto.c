// A goto to a label further down, in the same braces or in those around, is read
// as an if around what it skips; out of the annotated statement, it is an exit as a
// return is. A loop made of one that goes back is none that can be counted.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] = i;
  again:
    x[i] /= 2;
    if (x[i] > 9)
      goto again;
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] = i;
    do {
      x[i] /= 2;
    } while (x[i] > 9);
  }
}
