// Included by macro.c.
static inline void scale(int n, double f, double *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] *= f;
}
static inline void unused(int n, double *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
