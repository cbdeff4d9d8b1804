// Memory that is allocated in a loop: lifted where the iteration frees it, its
// length is known before the loop, and no pointer to it is left.
// RUN: %clang -fsyntax-only -Xclang -verify %s
#include <stdlib.h>

// Nothing frees it.
void leak(int n, int m, const int *x, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int *t = malloc(m * sizeof *t); // expected-warning{{LOFT046}}
    t[0] = x[i];
    y[i] = t[0];
  }
}

// The last one is used after the loop.
int kept(int n, int m, const int *x) {
  int *t = NULL;
#pragma loft region // expected-note 2{{by this pragma}}
  { // expected-warning{{LOFT064}}
    for (int i = 0; i < n; i++) {
      t = malloc(m * sizeof *t); // expected-warning{{LOFT046}}
      t[0] = x[i];
      if (i < n - 1)
        free(t);
    }
  }
  return t[0];
}

// One leaves the iteration without being freed, and is used then.
int left(int n, int m, const int *x) {
  int s = 0;
#pragma loft region // expected-note{{by this pragma}}
  {
    int *t;
    for (int i = 0; i < n; i++) {
      t = malloc(m * sizeof *t); // expected-warning{{LOFT046}}
      t[0] = x[i];
      if (x[i] == 3)
        break;
      free(t);
    }
    s = n > 0;
  }
  return s;
}

// The length is known in the iteration alone.
void ragged(int n, const int *m, int *y) {
#pragma loft // expected-note 2{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int *t = malloc(m[i] * sizeof *t); // expected-warning{{LOFT046}}
    t[0] = i;
    y[i] = t[0];
    free(t); // expected-warning{{LOFT046}}
  }
}

// An inner loop frees it.
void inner(int n, int m, const int *x, int *y) {
#pragma loft // expected-note 2{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int *t = malloc(m * sizeof *t); // expected-warning{{LOFT046}}
    t[0] = x[i];
    y[i] = t[0];
    for (int j = 0; j < 5; j++)
      if (j == x[i])
        free(t); // expected-warning{{LOFT046}}
  }
}

// Memory of elsewhere.
void other(int n, int *p, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    free(p); // expected-warning{{LOFT046}}
  }
}

// Bytes that are no elements.
void odd(int n, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int *t = malloc(7); // expected-warning{{LOFT046}}
    y[i] = n;
  }
}
