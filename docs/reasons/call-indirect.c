// The function that a pointer points to is known only when the program runs, and
// its code may be in another file. It is known where a function that is inlined
// calls one of its parameters, or a variable that keeps its first value, and that
// is a function's name where it is called.
static int twice(int a) { return 2 * a; }
static int next(int a) { return a + 1; }
void f(int n, int *x) {
  int (*g)(int) = n > 9 ? twice : next;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g(x[i]);
}
// -- instead
static int twice(int a) { return 2 * a; }
static int next(int a) { return a + 1; }
void f(int n, int *x) {
  if (n > 9) {
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] = twice(x[i]);
  } else {
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] = next(x[i]);
  }
}
