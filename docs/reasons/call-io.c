// Output must appear in the order of the iterations, and no device has files. (A message under a
// condition is lifted, if (x[i] < 0) printf("%d\n", i): where the condition holds, the original
// loop runs. One that the first iteration writes, if (i % 100 == 0), or that stands beside inner
// loops, comes when the loop has ended; it has numbers and constant texts alone, is written by
// printf, fprintf to stdout or stderr, puts, fputs or putchar, and nobody uses its length.)
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
