// Inside a block or an OpenMP construct variables are copies or shared in
// ways that the loop alone does not show.
// flags: -fopenmp
void f(int n, int *x) {
#pragma omp parallel
  {
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] = i;
  }
}
// -- instead
static void g(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
void f(int n, int *x) {
#pragma omp parallel
  g(n, x);
}
