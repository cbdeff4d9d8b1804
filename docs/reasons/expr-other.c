// The expression is none of those that loft reads.
void f(int n, int *x, __builtin_va_list ap) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = __builtin_va_arg(ap, int);
}
// -- instead
void f(int n, int *x, __builtin_va_list ap) {
  int v = __builtin_va_arg(ap, int);
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = v;
}
