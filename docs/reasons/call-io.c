// Output must appear in the order of the iterations, and no device has files.
int printf(const char *, ...);
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] = i * i;
    printf("%d\n", x[i]);
  }
}
// -- instead
int printf(const char *, ...);
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i * i;
  for (int i = 0; i < n; i++)
    printf("%d\n", x[i]);
}
