// A structure that is there twice, or overlaps another, an array or the pointers,
// is the original loop's where it is written.
// RUN: %clang -O2 -fno-strict-aliasing %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 | FileCheck %s
#include <stdio.h>

struct s {
  long a;
  int b, c;
};

static void
add(struct s **p, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    p[i]->a += 1;
    p[i]->b += 2;
  }
}

static void
cross(struct s **p, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    p[i]->b = (int)p[i]->a + 1;
}

static void
array(struct s **p, int *x, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = p[i]->b + 1;
}

static void
pointers(struct s **p, long v, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    p[i]->a = v;
}

int
main(void) {
  struct s all[8] = {{0}}, *p[8], *one[2];
  for (int i = 0; i < 8; i++)
    p[i] = &all[i * 3 % 8];
  // CHECK: add ({{.*}}): cpu
  add(p, 8);
  p[5] = p[2];
  // CHECK: add ({{.*}}): original: the memory of p and p overlaps
  add(p, 8);
  // CHECK: 3 6 1 2
  fprintf(stderr, "%ld %d %ld %d\n", all[6].a, all[6].b, all[7].a, all[7].b);
  // What is written of the one is what is read of the next.
  for (int i = 0; i < 8; i++)
    p[i] = (struct s *)((char *)all + 8 * i);
  // CHECK: cross ({{.*}}): original: the memory of p and p overlaps
  cross(p, 8);
  // CHECK: array ({{.*}}): original: the memory of p and x overlaps
  array(p, &all[2].c, 8);
  // CHECK: array ({{.*}}): cpu
  array(p, (int *)one, 2);
  one[0] = (struct s *)one;
  one[1] = all;
  // CHECK: pointers ({{.*}}): original: the memory of p and p overlaps
  pointers(one, (long)&all[1], 2);
  // CHECK: same 1
  fprintf(stderr, "same %d\n", one[0] == &all[1]);
}
