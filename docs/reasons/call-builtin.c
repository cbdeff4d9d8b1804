// Loft has the builtins that count bits, turn and swap bytes, and those of
// functions of the C library that it has. What others do can be written in C.
void f(int n, unsigned *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = __builtin_bitreverse32(x[i]);
}
// -- instead
static unsigned reverse(unsigned x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(x);
}
void f(int n, unsigned *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = reverse(x[i]);
}
