// Texts that are not written behind the region: one an iteration, of what has
// no number, of more numbers than there is room for, whose length is used.
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
#include <stdio.h>
void each(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    x[i] *= 2;
    printf("%d\n", x[i]); // expected-warning{{call to 'printf' reads or writes files}}
  }
}
void names(int n, int *x, char **name) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    x[i] *= 2;
    if (i % 10 == 0)
      printf("%s\n", name[i]); // expected-warning{{call to 'printf' reads or writes files}}
  }
}
void files(int n, int *x, FILE **f) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    x[i] *= 2;
    if (i % 10 == 0)
      fprintf(f[i % 3], "%d\n", i); // expected-warning{{call to 'fprintf' reads or writes files}}
  }
}
void many(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    x[i] *= 2;
    if (i % 10 == 0)
      printf("%d %d %d %d %d %d %d %d\n", i, i, i, i, i, i, i, i); // expected-warning{{call to 'printf' reads or writes files}}
  }
}
int lengths(int n, int *x) {
  int s = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    x[i] *= 2;
    if (i % 10 == 0)
      s += printf("%d\n", i); // expected-warning{{call to 'printf' reads or writes files}}
  }
  return s;
}
