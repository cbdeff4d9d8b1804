// A store that may change a pointer on the way to another one leaves the loop to
// the original, which follows the new one.
// RUN: %clang -O2 -fno-strict-aliasing %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 | FileCheck %s
#include <stdio.h>

struct h {
  int n;
};
struct s {
  struct h *h;
};
struct q {
  struct s *s;
};

static void
put(struct q *q, long *out, long v, int *x, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    out[i] = v;
    x[i] = q->s->h->n;
  }
}

int
main(void) {
  int x[4] = {0};
  long other[4];
  struct h a = {1}, b = {2};
  struct s first = {&a}, second = {&b};
  struct q q = {&first};
  // CHECK: put ({{.*}}): cpu
  put(&q, other, (long)&second, x, 4);
  // CHECK-NEXT: x = 1
  fprintf(stderr, "x = %d\n", x[3]);
  // CHECK-NEXT: put ({{.*}}): original: the memory of out and &q->s->h overlaps
  put(&q, (long *)&first, (long)&b, x, 1);
  // CHECK-NEXT: x = 2
  fprintf(stderr, "x = %d\n", x[0]);
  first.h = &a;
  // CHECK-NEXT: put ({{.*}}): original: the memory of out and &q->s overlaps
  put(&q, (long *)&q, (long)&second, x, 1);
  // CHECK-NEXT: x = 2
  fprintf(stderr, "x = %d\n", x[0]);
}
