// A length read in the midst of a region, from an array that it only reads, does
// not let what came before it run while arrays are still to be made: when memory
// for these runs out, the program's arrays are as they were. So it is where the
// length is in a structure of which another field is written.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t cpu
// RUN: rm -f %t.log
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.right
// RUN: sh -c 'for n in 1 2 3 4 5 6 7 8 9 10 11 12; do \
// RUN:   LOFT_OFFLOAD=cpu LOFT_TEST_FAULT=mem:$n %run%t > %t.now 2>> %t.log && \
// RUN:   cmp %t.right %t.now || exit 1; done'
// RUN: FileCheck --input-file=%t.log --check-prefix=LOG %s
// LOG: out of memory for a temporary array
// CHECK-NOT: warning
#include <stdio.h>
#include <stdlib.h>

typedef struct net {
  int n, m;
  float least;
  float *x, *y;
} net;

static float
step(net *t) {
  float sum = 0;
#pragma loft region
  {
    for (int i = 0; i < t->n; i++)
      t->x[i] = t->x[i] * 0.5f + 1;
    t->least = 3;
    for (int i = 0; i < t->m; i++) {
      t->y[i] += t->x[i];
      sum += t->y[i] * 0.25f;
    }
    for (int i = 0; i < t->n; i++)
      t->x[i] += t->y[i % 7];
  }
  return sum;
}

int
main(void) {
  net t = {.n = 40000, .m = 30000};
  t.x = malloc((size_t)t.n * sizeof *t.x);
  t.y = malloc((size_t)t.m * sizeof *t.y);
  for (int i = 0; i < t.n; i++)
    t.x[i] = (float)(i % 64);
  for (int i = 0; i < t.m; i++)
    t.y[i] = (float)(i % 32);
  float sum = 0;
  for (int k = 0; k < 3; k++)
    sum += step(&t);
  printf("%.0f %g\n", (double)sum / 1e6, (double)t.least);
  for (int i = 0; i < t.n; i += 97)
    printf("%a\n", (double)t.x[i]);
  for (int i = 0; i < t.m; i += 97)
    printf("%a\n", (double)t.y[i]);
  free(t.x);
  free(t.y);
  return 0;
}
