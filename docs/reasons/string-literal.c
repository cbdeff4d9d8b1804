// A string literal has no name under which its bytes could be brought to a
// device.
void f(int n, char *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = "0123456789abcdef"[i & 15];
}
// -- instead
void f(int n, char *x) {
  static const char digits[] = "0123456789abcdef";
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = digits[i & 15];
}
