// A call of rand is an element of an array, at a counter that starts at 0. The
// footprint says how many there are at most, and reads none.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.footprint
// RUN: FileCheck --check-prefix=FOOT %s < %t.footprint
#include <stdlib.h>

// CHECK-LABEL: func @fill(
// CHECK-SAME: %numbers_of_rand: []i32 {dense,read}
// CHECK: map (%calls_of_rand <
// CHECK: index %numbers_of_rand, %
// CHECK: [[ALL:%.*]]: i64 = max
// CHECK: return %{{.*}}, [[ALL]]
void
fill(int n, int *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = rand();
}

// As many as iterations, though fewer may be taken; values are not negative.
// CHECK-LABEL: func @some(
// CHECK: scan (%i < %{{.*}}) [add
// FOOT-LABEL: func @some_footprint(
// FOOT-NOT: index %numbers_of_rand
// FOOT: return
void
some(int n, const int *restrict c, int *restrict x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (c[i] > 3)
      x[i] = rand();
}

// CHECK-LABEL: func @count(
// CHECK: combine add
// FOOT-LABEL: func @count_footprint(
// FOOT-NOT: const -63
// FOOT: const 64
void
count(unsigned short n, int *h)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h[random() % 64]++;
}
