// A compound literal is a variable without a name, made anew in each
// iteration.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = (int[]){3, 1, 4, 1}[i & 3];
}
// -- instead
void f(int n, int *x) {
  static const int digits[] = {3, 1, 4, 1};
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = digits[i & 3];
}
