// A divisor of one word needs two steps of half a word; one of two words, whose
// quotient no instruction estimates, a loop.
void f(int n, unsigned long *x, const unsigned long *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned __int128 p = y[i] / 2;
    p++;
    x[i] = (unsigned __int128)x[i] * y[i] % p;
  }
}
// -- instead
void f(int n, unsigned long *x, const unsigned long *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned long p = y[i] / 2;
    p++;
    x[i] = (unsigned __int128)x[i] * y[i] % p;
  }
}
