// Loft has the builtins that count bits, turn and reverse them and swap bytes, say whether a result fits, and those of
// functions of the C library that it has. What others do can be written in C.
void f(int n, unsigned *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = __builtin_elementwise_add_sat(x[i], 9u);
}
// -- instead
void f(int n, unsigned *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] > -1u - 9 ? -1u : x[i] + 9;
}
