// Regions that call drand48 of a generator with other constants: the original
// loop runs, as it does for erand48, until srand48 sets the usual ones again.
// What seed48 gave before stays.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu LOFT_THREADS=2 %run%t 2>%t.log >%t.out
// RUN: env LOFT_OFFLOAD=disabled %run%t | cmp - %t.out
// RUN: FileCheck %s < %t.log
// CHECK: fill ({{.*}}): cpu
// CHECK: rows ({{.*}}): cpu
// CHECK: fill ({{.*}}): original: what its calls of rand will give is not known
// CHECK: rows ({{.*}}): original: its run-time guard failed
// CHECK: fill ({{.*}}): cpu
// CHECK: rows ({{.*}}): cpu
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double x[N];

__attribute__((noinline)) static void
fill(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = drand48();
}

__attribute__((noinline)) static void
rows(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    unsigned short own[3] = {0, 7, (unsigned short)i};
    x[i] += erand48(own);
  }
}

static void
both(void) {
  fill(N);
  rows(N);
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s * 1.001 + x[i];
  printf("%.17g %.17g\n", s, drand48());
}

int
main(void) {
  unsigned short seed[3] = {1, 2, 3}, all[7] = {1, 2, 3, 4, 5, 6, 7};
  srand48(5);
  const unsigned short *old = seed48(seed);
  both();
  printf("%d %d %d\n", old[0], old[1], old[2]);
  lcong48(all);
  both();
  srand48(5);
  both();
  return 0;
}
