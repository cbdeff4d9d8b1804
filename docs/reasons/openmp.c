// OpenMP and loft would both distribute the work.
// flags: -fopenmp
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
#pragma omp critical
    x[i] = i;
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
