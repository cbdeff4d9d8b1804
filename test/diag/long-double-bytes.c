// Bytes of long doubles are no digits of numbers: what looks at them is refused.
// RUN: %clang -fsyntax-only -Xclang -verify %s
// REQUIRES: x86
#include <string.h>
typedef union {
  long double x;
  unsigned long words[2];
} view;
void clear(long double *a, int n) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    memset(&a[i * 4], 0, 4 * sizeof *a); // expected-warning{{'memset' of bytes that are not known to be whole elements}}
}
void copy(long double *restrict a, const long double *restrict b, int n) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    memcpy(&a[i * 4], &b[i * 4], 4 * sizeof *a); // expected-warning{{'memcpy' of bytes that are not known to be whole elements}}
}
void look(const view *a, unsigned long *low, int n) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    low[i] = a[i].words[0]; // expected-warning{{is in a union}}
}
