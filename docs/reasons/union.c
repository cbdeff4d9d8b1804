// What a union holds depends on what was written last. The bits of a number are
// seen through memcpy as well, which compilers turn into nothing.
union u {
  unsigned bits;
  float value;
};
void f(int n, unsigned *x, const float *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    union u u;
    u.value = y[i];
    x[i] = u.bits >> 23;
  }
}
// -- instead
#include <string.h>
void f(int n, unsigned *x, const float *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned bits;
    memcpy(&bits, &y[i], sizeof bits);
    x[i] = bits >> 23;
  }
}
