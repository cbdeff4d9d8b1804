// The statement leaves a loop around the annotated one, which lifted code
// cannot do.
void f(int n, int *x) {
  while (n--) {
#pragma loft region
    {
      for (int i = 0; i < n; i++)
        x[i] = i;
      if (n == 3)
        break;
    }
  }
}
// -- instead
void f(int n, int *x) {
  while (n--) {
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] = i;
    if (n == 3)
      break;
  }
}
