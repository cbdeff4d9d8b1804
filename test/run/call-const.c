// Functions of another file that are declared const: maps, sums, scans, what
// conditions keep from being called, inner loops, and the program's own types.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s %S/Inputs/call_const.c -o %t -lm %link 2>&1 | FileCheck %s
// RUN: %three %t cpu
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe %run %t 2>&1 | FileCheck %s --check-prefix=ON
// REQUIRES: x86
// CHECK-NOT: warning
// CHECK: remark: the lifted loop runs on the CPU only: it calls a function of another file
// ON: not on Vulkan as LOFT_OFFLOAD=mandatory asks, lifted CPU code runs: it has no Vulkan version
#include <stdio.h>

__attribute__((const)) double bend(double x, int k); // of no x < 0
__attribute__((const)) long double longer(long double x);
__attribute__((const)) float halve(float x);
__attribute__((const)) unsigned long mixed(unsigned a, long b);

enum { N = 5000 };

static double x[N], y[N];
static float f[N];
static long double l[N];
static unsigned long u[N];

// Each iteration by itself.
static void
maps(int n, int k) {
#pragma loft
  for (int i = 0; i < n; i++)
    u[i] = mixed((unsigned)i, -i) + (unsigned long)halve(f[i]);
#pragma loft
  for (int i = 0; i < n; i++)
    l[i] = longer(x[i]);
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] >= 0)
      y[i] = bend(x[i], k);
    y[i] += x[i] > -1 ? bend(x[i] + 1, 3) : 2;
    if (i % 3 == 0 || (x[i] > 0 && bend(x[i], 2) > 0.5))
      f[i] = halve(f[i]);
  }
#pragma loft
  for (int i = 0; i < n; i++) {
    double z = x[i];
    for (int j = 0; j < 20 && z >= 0; j++)
      z = bend(z, 1) - 0.25;
    y[i] -= z;
  }
}

// Rows that are left at the first hit, behind which bend may not be called.
static int
rows(int n, int m) {
  int rows = 0, any = 0;
#pragma loft
  for (int i = 0; i < n / m; i++) {
    int found = 0;
    for (int j = 0; j < m; j++) {
      double z = x[i * m + j];
      if (z < 0)
        break;
      if (bend(z, 2) > 0.9) {
        found = 1;
        break;
      }
    }
    rows += found;
  }
#pragma loft
  for (int i = 0; i < n / m; i++)
    for (int j = 0; j < m && x[i * m + j] >= 0; j++)
      if (bend(x[i * m + j], 1) > 0.99) {
        any = 1;
        break;
      }
  return rows * 2 + any;
}

// Sums, an extremum, and running sums.
static void
folds(int n) {
  unsigned long s = 0, t = 0;
  double most = 0;
  int hits = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += mixed((unsigned)i, (long)u[i]);
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] >= 0)
      most = bend(x[i], 4) > most ? bend(x[i], 4) : most;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] >= 0 && bend(x[i], 4) > 0.5)
      hits++;
#pragma loft
  for (int i = 0; i < n; i++) {
    t += mixed((unsigned)u[i], 9);
    u[i] = t;
  }
#pragma loft
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (int)bend(i, 3);
  printf("%lu %lu %.17g %d\n", s, t, most, hits);
}

int
main(void) {
  for (int n = 0; n <= N; n = 3 * n + 1) {
    double sum = 0;
    unsigned long hash = 0;
    for (int i = 0; i < N; i++) {
      x[i] = (i * 40503 % 1000 - 300) / 100.0;
      y[i] = i % 7, f[i] = (float)(i % 100), l[i] = 0, u[i] = 0;
    }
    maps(n, 5);
    for (int i = 0; i < N; i++)
      hash = hash * 31 + u[i], sum += y[i] + f[i] + (double)l[i];
    printf("%d: %.17g %lu\n", n, sum, hash);
    folds(n);
    for (int i = 0; i < N; i++)
      hash = hash * 31 + u[i];
    printf("%lu %d %.17g\n", hash, rows(n, 20), y[n ? n - 1 : 0]);
  }
}
