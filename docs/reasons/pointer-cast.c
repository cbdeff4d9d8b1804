// An array on a device has one element type. What a value's bits are as another
// type is asked of the value: memcpy of it is free of cost.
void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += ((int *)x)[i];
}
// -- instead
#include <string.h>
void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int bits;
    memcpy(&bits, &x[i], sizeof bits);
    x[i] += bits;
  }
}
