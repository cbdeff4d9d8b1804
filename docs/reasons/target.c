// Devices see host memory as it is: addresses of 64 bits, the least byte
// first.
// flags: --target=i686-linux-gnu -msse2
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
