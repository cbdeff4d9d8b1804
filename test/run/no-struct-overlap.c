// Memory that is seen as structures and as something else is compared at run
// time: the same structures one element on, of which other fields are written
// than read, a field of theirs as an array, other structures.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
#include <stdio.h>
#define N 100

struct s {
  float x;
  int k;
};
struct t {
  int k;
  float x;
};
static struct s a[N + 1];

static void
shift(int n, struct s *p, const struct s *q) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x = (float)q[i].k;
}

static void
field(int n, struct s *p, const float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x = x[2 * i];
}

static void
other(int n, struct s *p, const struct t *q) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x = (float)q[i].k;
}

int
main(void) {
  shift(N, a, a);
  // CHECK: shift {{.*}}: cpu
  shift(N, a, a + 1);
  // CHECK: shift {{.*}}: cpu
  field(N, a, &a[0].x + 2);
  // CHECK: field {{.*}}: original: the memory of x and p overlaps
  other(N, a, (const struct t *)(a + 1));
  // CHECK: other {{.*}}: original: the memory of q and p overlaps
}
