// The original loop alone reads numbers that are long, infinite or out of range,
// so all texts are tested for such numbers before the lifted loop runs. A text
// that the loop writes is not there yet, as the letters here, though these are
// no part of the numbers.
#include <stdlib.h>
void f(int n, char *s) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int x = atoi(s + i * 16);
    s[i * 16 + 15] = (char)('a' + x % 8);
  }
}
// -- instead
#include <stdlib.h>
void f(int n, char *s) {
  int *x = malloc(sizeof *x * (size_t)n);
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = atoi(s + i * 16);
#pragma loft
  for (int i = 0; i < n; i++)
    s[i * 16 + 15] = (char)('a' + x[i] % 8);
  free(x);
}
