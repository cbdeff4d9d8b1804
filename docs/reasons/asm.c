// What assembly reads, writes and does cannot be seen, and a GPU cannot run
// it.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    __asm__("bswap %0" : "+r"(x[i]));
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned v = (unsigned)x[i];
    x[i] = (int)(v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24);
  }
}
