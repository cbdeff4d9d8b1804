// Calls are inlined, so the chain of calls must have an end known now; GPUs
// have no stack. So it is with a function that a function which it gets as an
// argument calls.
static int g(int a) { return a < 2 ? 1 : a * g(a - 1); }
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g(i & 7);
}
// -- instead
static int g(int a) {
  int p = 1;
  for (int k = 2; k <= a; k++)
    p *= k;
  return p;
}
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g(i & 7);
}
