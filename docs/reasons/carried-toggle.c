// Turned over an even number of times a truth value is what it was: that is an
// exclusive or, which loft knows, while C's ! says nothing of the kind.
void f(int n, const int *x, int *y) {
  int inside = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] == 7)
      inside = !inside;
    y[i] = inside;
  }
}
// -- instead
void f(int n, const int *x, int *y) {
  int inside = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] == 7)
      inside ^= 1;
    y[i] = inside;
  }
}
