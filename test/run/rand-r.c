// rand_r of a state that is the loop's, an iteration's, an element's, behind a
// pointer or in a structure; where the program's rand_r is another one, the
// original loop calls it.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: %clang -O2 %s -c -o %t.o && %clang -O2 %S/Inputs/rand-r.c -c -o %t.r.o
// RUN: %clang %t.o %t.r.o -o %t.other %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t.other 2>&1 | FileCheck %s
// CHECK-NOT: ): cpu
// CHECK: fill ({{.*}}): original
// CHECK-NOT: ): cpu
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { N = 5000 };

struct generator {
  unsigned state;
};

static unsigned x[N], states[N];
static int h[32], y[N];

__attribute__((noinline)) static unsigned
fill(int n, unsigned seed) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = (unsigned)rand_r(&seed);
  return seed;
}

__attribute__((noinline)) static long
inside(int n, unsigned seed) {
  long in = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    double a = rand_r(&seed) / (double)RAND_MAX;
    double b = rand_r(&seed) / (double)RAND_MAX;
    in += a * a + b * b <= 1;
  }
  return in;
}

__attribute__((noinline)) static void
dice(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    unsigned s = (unsigned)i * 7 + 3;
    int t = 0;
    for (int k = 0; k < 5; k++)
      t += rand_r(&s) % 6 + 1;
    y[i] = t;
  }
}

__attribute__((noinline)) static void
each(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    y[i] ^= rand_r(&states[i]);
}

__attribute__((noinline)) static void
count(int n, unsigned *state) {
#pragma loft required
  for (int i = 0; i < n; i++)
    h[rand_r(state) % 32]++;
}

__attribute__((noinline)) static void
member(struct generator *g, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] ^= (unsigned)rand_r(&g->state);
}

int
main(void) {
  for (int n = 0; n <= N; n = n * 7 + 1) {
    unsigned state = 42;
    struct generator g = {9};
    for (int i = 0; i < N; i++)
      states[i] = (unsigned)(i * i);
    printf("%u ", fill(n, 1));
    printf("%ld ", inside(n, 7));
    dice(n);
    printf("%08x ", hash(y, sizeof y));
    each(n);
    printf("%08x %08x ", hash(y, sizeof y), hash(states, sizeof states));
    count(n, &state);
    printf("%08x %u ", hash(h, sizeof h), state);
    member(&g, n);
    printf("%08x %u\n", hash(x, sizeof x), g.state);
  }
  return 0;
}
