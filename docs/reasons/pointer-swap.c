// Two buffers may change places from step to step. A third pointer to one of them,
// p here, would point to the buffer that is read in one step and to the buffer
// that is written in the next. An element that no step writes can be read before
// the steps.
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
