// Vector types say how to compute before it is known where.
typedef float v4 __attribute__((vector_size(16)));
void f(int n, v4 *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += x[i];
}
// -- instead
typedef float v4 __attribute__((vector_size(16)));
void f(int n, v4 *x) {
  float *y = (float *)x;
#pragma loft
  for (int i = 0; i < 4 * n; i++)
    y[i] += y[i];
}
