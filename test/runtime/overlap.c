// A written array that shares memory with another keeps the original loop;
// const, restrict, empty and read-only pairs are no obstacle, nor are pairs that
// may be the same array and are.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s

// CHECK: axpy (test.c:7): original: the memory of x and y overlaps: x[0..50] at 0x[[AT:[0-9a-f]+]], y[50..99] at 0x[[AT]]
// CHECK: original: the memory of x and y overlaps
// CHECK: original: the memory of x and y overlaps
// CHECK-NOT: original
// CHECK: original: the extent of y does not fit the address space: y[2..9223372036854775806] at
// CHECK: all good
#include "rt_test.h"

// Whether the pair is taken apart from the original loop.
static int
taken(rt_region *r, loft_bind x, loft_bind y) {
  int where;
  loft_bind binds[2] = {x, y};
  loft_run *run = rt_enter(&r->desc, binds, 1e9, 1, 0, &where);
  if (!run)
    return 0;
  CHECK(loft_region_leave(run, 0) == LOFT_OK);
  return 1;
}

int
main(void) {
  static float a[100];
  enum { RW = LOFT_READ | LOFT_WRITE };
  rt_region r;
  axpy_init(&r);
  CHECK(!taken(&r, (loft_bind){a, 0, 51, 4, LOFT_READ, "x"},
               (loft_bind){a, 50, 100, 4, RW, "y"}));
  loft_pair pair = {0, 1};
  r.desc.pairs = &pair;
  r.desc.n_pairs = 1;
  CHECK(taken(&r, (loft_bind){a, 0, 51, 4, LOFT_READ, "x"},
              (loft_bind){a, 50, 100, 4, RW, "y"}));
  CHECK(!taken(&r, (loft_bind){a, 0, 51, 4, LOFT_READ, "x"},
               (loft_bind){a + 1, 49, 99, 4, RW, "y"}));
  CHECK(!taken(&r, (loft_bind){a, 0, 51, 4, RW, "x"},
               (loft_bind){a + 1, 49, 99, 4, LOFT_READ, "y"}));
  CHECK(taken(&r, (loft_bind){a, 0, 50, 4, LOFT_READ, "x"},
              (loft_bind){a, 50, 100, 4, RW, "y"}));
  CHECK(taken(&r, (loft_bind){a, 0, 51, 4, LOFT_READ, "x"},
              (loft_bind){a, 50, 100, 4, LOFT_READ, "y"}));
  CHECK(taken(&r, (loft_bind){a, 0, 51, 4, LOFT_READ | LOFT_RESTRICT, "x"},
              (loft_bind){a, 50, 100, 4, RW | LOFT_RESTRICT, "y"}));
  CHECK(taken(&r, (loft_bind){a, 0, 51, 4, LOFT_READ | LOFT_CONST, "x"},
              (loft_bind){a, 50, 100, 4, RW, "y"}));
  CHECK(taken(&r, (loft_bind){a, 0, 100, 4, LOFT_READ, "x"},
              (loft_bind){a, 50, 50, 4, RW, "y"}));
  // Same place seen from another base, negative indices.
  CHECK(taken(&r, (loft_bind){a + 50, -50, 0, 4, LOFT_READ, "x"},
              (loft_bind){a + 60, -10, 40, 4, RW, "y"}));
  CHECK(!taken(&r, (loft_bind){a, 0, 1, 4, LOFT_READ, "x"},
               (loft_bind){a, 2, INT64_MAX, 8, RW, "y"}));
  CHECK(!taken(&r, (loft_bind){a, 0, 1, 4, LOFT_READ, "x"},
               (loft_bind){a, INT64_MIN, 0, 4, RW, "y"}));
  // Different fields of the same structures, and what only looks like that.
  r.desc.n_pairs = 0;
  enum {
    FIELD = RW | 1 << LOFT_STRUCT | 4 << LOFT_SCALAR,
    OTHER = RW | 1 << LOFT_STRUCT | 20 << LOFT_SCALAR,
    ELSEWHERE = RW | 2 << LOFT_STRUCT | 20 << LOFT_SCALAR
  };
  CHECK(taken(&r, (loft_bind){a, 0, 50, 4, FIELD, "x"},
              (loft_bind){a, 1, 50, 4, OTHER, "y"}));
  CHECK(!taken(&r, (loft_bind){a, 0, 50, 4, FIELD, "x"},
               (loft_bind){a + 1, 1, 50, 4, OTHER, "y"}));
  CHECK(!taken(&r, (loft_bind){a, 0, 50, 4, OTHER, "x"},
               (loft_bind){a, 1, 50, 4, OTHER, "y"}));
  CHECK(!taken(&r, (loft_bind){a, 0, 50, 4, FIELD, "x"},
               (loft_bind){a, 1, 50, 4, ELSEWHERE, "y"}));
  printf("all good\n");
  return 0;
}
