// Calls of rand in both sides of an assignment: of structures Clang evaluates
// the place first, of scalars, complex numbers and wide integers the value.
// UNSUPPORTED: asan
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { N = 500 };

typedef struct {
  int a, b;
  double c;
} point;

static point p[N];
static int x[N];
static double _Complex z[N];
static unsigned __int128 w[N];

static point
make(int a, int b) {
  return (point){a % 100, b % 100, a * 0.5};
}

static void
fill(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    p[rand() % n] = (point){rand(), rand() % 7, rand() * 0.5};
#pragma loft required
  for (int i = 0; i < n; i++)
    p[rand() % n] = make(rand(), rand());
#pragma loft required
  for (int i = 0; i < n; i++)
    x[rand() % n] += rand() % 10;
#pragma loft required
  for (int i = 0; i < n; i++)
    z[rand() % n] = rand() % 100 + I * (rand() % 100);
#pragma loft required
  for (int i = 0; i < n; i++)
    w[rand() % n] = (unsigned __int128)rand() << 70 | (unsigned)rand();
}

int
main(void) {
  for (int n = 1; n <= N; n = n * 5 + 3) {
    fill(n);
    printf("%08x %08x ", hash(p, sizeof p), hash(x, sizeof x));
    printf("%08x %08x %d\n", hash(z, sizeof z), hash(w, sizeof w), rand());
  }
  return 0;
}
