// Devices have no malloc, and what is allocated in a loop has no size known
// before.
void *malloc(unsigned long);
void free(void *);
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    free(&x[i]);
}
// -- instead
void *malloc(unsigned long);
void free(void *);
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = 0;
  free(x);
}
