// Functions of the C library that loft does not have, whatever they return, and
// builtins; the names are those that the program writes.
// COVERS: CALL_LIBRARY CALL_BUILTIN
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
void number(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] += mblen("x", 1); // expected-warning{{call to 'mblen', a library function that loft does not have; call it in a loop of its own, before this one or behind it, and keep what passes between them in an array [LOFT131]}}
}
int compare(const void *, const void *);
void rows(int n, int (*x)[9]) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    qsort(x[i], 9, sizeof(int), compare); // expected-warning{{call to 'qsort', a library function}}
}
void numbers(int n, double _Complex *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = catanh(x[i]); // expected-warning{{call to 'catanh', a library function}}
}
void texts(int n, char (*s)[16], const int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    sprintf(s[i], "%d", x[i]); // expected-warning{{call to 'sprintf', a library function}}
}
void ends(int n, double *x, char *s, long *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = strtod(s, &s); // expected-warning{{call to 'strtod', a library function}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    y[i] = strtol(s, NULL, 0); // expected-warning{{call to 'strtol', a library function}}
}
void saturate(int n, unsigned *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = __builtin_elementwise_add_sat(x[i], 9u); // expected-warning{{'__builtin_elementwise_add_sat' is a builtin that loft does not have; write it with C's operators [LOFT158]}}
}
