// Output must appear in the order of the iterations, and no device has files. (A message under a
// condition is lifted, if (x[i] < 0) printf("%d\n", i), unless the first iteration writes it, or
// nothing else happens in the loop: where the condition holds, the original loop runs.)
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
