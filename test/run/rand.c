// rand and random: numbers that the runtime takes of the C library's generator
// before a loop, one for each call, also under conditions, in functions, in
// loops inside and up to a break. What the program draws next is the same, also
// where it has other generators (initstate); where the program's rand is another
// one, as where a sanitizer looks at its calls, the original loop calls it.
// UNSUPPORTED: asan
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: %clang -O2 %s -c -o %t.o && %clang -O2 %S/Inputs/rand.c -c -o %t.r.o
// RUN: %clang %t.o %t.r.o -o %t.other %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t.other 2>%t.log >%t.printed
// RUN: FileCheck %s < %t.log
// RUN: env LOFT_OFFLOAD=disabled %run%t.other | cmp - %t.printed
// CHECK-NOT: ): cpu
// CHECK: fill ({{.*}}): original
// CHECK-NOT: ): cpu
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { N = 5000, SIDE = 70 };

struct point {
  double x, y;
  int kind;
};

static int x[N], y[N], h[64];
static float lower[SIDE * SIDE], upper[SIDE * SIDE];
static double g[N];
static struct point points[N];

__attribute__((noinline)) static void
fill(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = rand() % 100 - 7;
}

static double
unit(void) {
  return rand() / (double)RAND_MAX;
}

__attribute__((noinline)) static long
inside(int n) {
  long in = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    double a = unit(), b = unit();
    in += a * a + b * b <= 1;
  }
  return in;
}

__attribute__((noinline)) static void
some(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0)
      y[i] = rand() >> 5;
}

__attribute__((noinline)) static void
triangles(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (i == j) {
        lower[i * n + j] = 1;
        upper[i * n + j] = (float)rand() / 2147483648.0f;
      } else if (i < j) {
        lower[i * n + j] = 0;
        upper[i * n + j] = (float)rand() / 2147483648.0f;
      } else {
        lower[i * n + j] = (float)rand() / 2147483648.0f;
        upper[i * n + j] = 0;
      }
    }
}

__attribute__((noinline)) static void
count(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    h[random() % 64]++;
}

__attribute__((noinline)) static void
walk(int n) {
  int at = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    at += rand() & 1 ? 1 : -1;
    y[i] = at;
  }
}

__attribute__((noinline)) static void
normal(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < 12; k++)
      s += unit();
    g[i] = s - 6;
  }
}

__attribute__((noinline)) static void
place(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    points[i].x = unit();
    points[i].y = 10 * unit() - 5;
    points[i].kind = rand() % 3;
  }
}

__attribute__((noinline)) static void
scatter(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[rand() % n] = rand();
}

__attribute__((noinline)) static void
steps(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int m = rand() % 9, s = 0;
    for (int k = 0; k < m; k++)
      s += x[i] % (k + 2);
    y[i] = s;
  }
}

__attribute__((noinline)) static int
until(int n) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (rand() % 1000 == 7)
      break;
    k++;
  }
  return k;
}

static void
all(int n, int side) {
  fill(n);
  printf("%ld ", inside(n));
  some(n);
  printf("%08x %08x ", hash(x, sizeof x), hash(y, sizeof y));
  triangles(side);
  printf("%08x %08x ", hash(lower, sizeof lower), hash(upper, sizeof upper));
  count(n);
  walk(n);
  normal(n);
  printf("%08x %08x ", hash(h, sizeof h), hash(y, sizeof y));
  place(n);
  scatter(n);
  printf("%08x %08x ", hash(g, sizeof g), hash(points, sizeof points));
  steps(n);
  printf("%d ", until(n));
  printf("%08x %08x %d\n", hash(x, sizeof x), hash(y, sizeof y), rand());
}

int
main(void) {
  static char states[4][256];
  static const size_t sizes[] = {32, 64, 128, 256};
  for (unsigned n = 1; n <= N; n = n * 9 + 1) {
    srand(n);
    all((int)n, (int)n % SIDE);
  }
  for (unsigned k = 0; k < 4; k++) {
    char *old = initstate(k + 3, states[k], sizes[k]);
    all(1000, SIDE);
    setstate(old);
  }
  for (unsigned k = 0; k < 4; k++) {
    char *old = setstate(states[k]);
    printf("%ld %ld\n", random(), random());
    setstate(old);
  }
  printf("%d\n", rand());
  return 0;
}
