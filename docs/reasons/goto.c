// A goto may enter or leave a loop anywhere, so what an iteration runs has no
// simple form.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      goto out;
    x[i] = i;
  }
out:;
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      continue;
    x[i] = i;
  }
}
