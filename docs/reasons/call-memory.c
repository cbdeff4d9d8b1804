// Devices have no malloc. Memory that an iteration allocates is seen where the
// same block frees it, by name, and its size is known before the loop; here
// each iteration asks for another.
void *malloc(unsigned long);
void free(void *);
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int *t = malloc(sizeof *t * (unsigned long)(i + 1));
    t[0] = x[i];
    x[i] += t[0];
    free(t);
  }
}
// -- instead
void *malloc(unsigned long);
void free(void *);
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int *t = malloc(sizeof *t * (unsigned long)n);
    t[0] = x[i];
    x[i] += t[0];
    free(t);
  }
}
