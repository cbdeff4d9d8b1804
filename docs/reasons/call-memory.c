// Devices have no malloc, and what is allocated in a loop has no size known
// before.
void *malloc(unsigned long);
void free(void *);
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int *t = malloc(sizeof *t);
    *t = x[i];
    x[i] += *t;
    free(t);
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[1] = {x[i]};
    x[i] += *t;
  }
}
