// Without its body nobody knows what the function reads and writes, and no
// device has it. A function that is only declared above the loop and defined
// further down is one, too: a loop is lifted before Clang reads on. The CPU may call one that
// is declared __attribute__((const)): its result depends on its arguments alone, which are
// one to three numbers of 32 bits and more, and it does nothing else, so that any thread may
// call it. Those without arguments stay where they are: pthread_self() is declared so. (A call under
// a condition is left to the original loop, which runs where one is made, if it is handed a text, if the loop is
// left behind it, or if the condition is the same in all iterations: if (verbose) trace(i).)
int g(int);
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g(i);
}
// -- instead
static inline int g(int a) { return 3 * a; }
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g(i);
}
