// Vectors of the CPU at hand and those of every x86-64 give the same bits.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_WIDE=0 %run %t > %t.base
// RUN: env LOFT_OFFLOAD=cpu LOFT_WIDE=1 %run %t > %t.wide
// RUN: cmp %t.base %t.wide
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=cpu LOFT_WIDE=2 %run %t 2>&1 | FileCheck %s
// CHECK: loft: LOFT_WIDE=2 is not a whole number from 0 to 1: using the default
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 3001 };
static float x[N], y[N];
static double d[N], e[N];
static int k[N], m[N];

static void
functions(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = floorf(x[i] * 3) + sqrtf(fabsf(x[i])) - x[i] * x[i] / (x[i] + 7);
}

static void
polynomial(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    e[i] = ((((d[i] * 0.3 + 1.1) * d[i] - 2.7) * d[i] + 0.1) * d[i] - 9.3) * d[i] +
           rint(d[i]);
}

static void
integers(int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int a = k[i] % 9973 * 31 ^ k[i] >> (i & 15), b = k[i] < a ? k[i] : a;
    m[i] = b % 30011 * (b % 30011) + (a > 5 ? a & 1023 : b & 511);
  }
}

static int
greatest(int n) {
  int most = m[0];
#pragma loft
  for (int i = 0; i < n; i++)
    most = m[i] > most ? m[i] : most;
  return most;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i * 2654435761u >> 7) * 0x1p-18f - 60;
    d[i] = x[i] * 0.1;
    k[i] = (int)(i * 2246822519u) >> 3;
  }
  functions(N), polynomial(N), integers(N);
  for (int i = 0; i < N; i++) {
    unsigned a;
    unsigned long b;
    memcpy(&a, &y[i], sizeof a), memcpy(&b, &e[i], sizeof b);
    printf("%x %lx %d\n", a, b, m[i]);
  }
  printf("%d\n", greatest(N));
  return 0;
}
