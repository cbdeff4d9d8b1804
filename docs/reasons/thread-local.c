// Lifted code runs on other threads, where a thread-local variable is another
// one.
_Thread_local int t;
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = t;
}
// -- instead
_Thread_local int t;
void f(int n, int *x) {
  int mine = t;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = mine;
}
