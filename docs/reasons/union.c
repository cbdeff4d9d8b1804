// A union whose members are scalars of one size, or arrays and structures of such,
// is an array of them; one of at most 64 bytes whose scalars differ in size is an
// array of the smallest, and of bytes where one member is a structure of bit-fields.
// In others, what one member holds is parts of another: behind a pointer and in
// variables from outside the loop, each is a place that no other may meet at run
// time, but not in arrays, nor in variables of the loop. Where a cast sees a union in
// an array of smaller numbers, its parts are several of these. The bits of a number
// are seen through memcpy as well, which compilers turn into nothing.
union u {
  unsigned short half[40];
  float value;
};
void f(int n, unsigned short *x, const float *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    union u u;
    u.value = y[i];
    x[i] = u.half[1];
  }
}
// -- instead
#include <string.h>
void f(int n, unsigned short *x, const float *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned bits;
    memcpy(&bits, &y[i], sizeof bits);
    x[i] = (unsigned short)(bits >> 16);
  }
}
