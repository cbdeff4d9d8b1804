// Buffers may change places from step to step, but an older name for one of
// them would then mean sometimes this, sometimes that. What it reads may be read
// before, where the steps do not write it.
void f(int n, int *x, int *y) {
  int *p = x, *q = y;
#pragma loft region
  {
    int *a = p, *b = q;
    for (int t = 0; t < 9; t++) {
      for (int i = 0; i < n; i++)
        b[i] = a[i] + p[n];
      int *c = a;
      a = b;
      b = c;
    }
  }
}
// -- instead
void f(int n, int *x, int *y) {
  int last = x[n];
#pragma loft region
  {
    int *a = x, *b = y;
    for (int t = 0; t < 9; t++) {
      for (int i = 0; i < n; i++)
        b[i] = a[i] + last;
      int *c = a;
      a = b;
      b = c;
    }
  }
}
