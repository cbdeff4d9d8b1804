// drand48, lrand48 and mrand48: numbers that the runtime computes from the state
// of the C library before a loop. erand48, nrand48 and jrand48, whose state is
// the program's: the iteration's own, or an element.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { N = 3000 };

static double x[N];
static float f[N];
static long l[N];
static int h[16];
static unsigned short s[N][3];

__attribute__((noinline)) static void
fill(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = drand48();
#pragma loft required
  for (int i = 0; i < n; i++) {
    f[i] = (float)(2 * drand48() - 1);
    l[i] = lrand48() % 100 + mrand48();
  }
#pragma loft required
  for (int i = 0; i < n; i++)
    h[(int)(drand48() * 16)]++;
}

static int
is_inside(double a, double b) {
  return a * a + b * b < 1;
}

__attribute__((noinline)) static long
inside(int n) {
  long in = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    double a = drand48(), b = drand48();
    in += is_inside(a, b);
  }
  return in;
}

__attribute__((noinline)) static long
inside_rows(int n) {
  long in = 0;
#pragma loft required
  for (int j = 0; j < n; j++) {
    unsigned short own[3] = {0, 7, (unsigned short)(j * j)};
    for (int i = 0; i < 20; i++) {
      double a = erand48(own), b = erand48(own);
      in += is_inside(a, b);
    }
  }
  return in;
}

__attribute__((noinline)) static void
elements(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    x[i] = erand48(s[i]);
    l[i] = nrand48(s[i]) + 3 * jrand48(s[i]);
  }
}

int
main(void) {
  for (int n = 1; n <= N; n = n * 7 + 2) {
    fill(n);
    printf("%08x %08x ", hash(x, sizeof x), hash(f, sizeof f));
    printf("%08x %08x ", hash(l, sizeof l), hash(h, sizeof h));
    printf("%ld %ld ", inside(n), inside_rows(n));
    elements(n);
    printf("%08x %08x ", hash(x, sizeof x), hash(l, sizeof l));
    printf("%08x ", hash(s, sizeof s));
    printf("%.17g %ld %ld\n", drand48(), lrand48(), mrand48());
    srand48(n);
  }
  return 0;
}
