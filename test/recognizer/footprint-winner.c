// The place of a least element is where the fold starts or in its range, of
// data that the region writes as well.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed 's/^=== .*//' %t.1 > %t.2
// RUN: grep '^// INPUT:' %s | sed 's/INPUT/EVAL/' > %t.3
// RUN: cat %t.2 >> %t.3
// RUN: %loft-opt --quiet --eval %t.3 | FileCheck %s
// INPUT: @f_footprint 3, 10, [0], [0]
// INPUT: @f_footprint 3, -5, [0], [0]
// CHECK: result 0: bool = true
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 10
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 1
void f(int rounds, int n, float *distance, int *found) {
#pragma loft region
  for (int k = 0; k < rounds; k++) {
    int best = 0;
    for (int i = 1; i < n; i++)
      if (distance[i] < distance[best])
        best = i;
    found[k] = best;
    distance[best] = 1e30f;
  }
}
// Of some iterations alone.
// INPUT: @odd_footprint 3, 10, [0]
// CHECK: result 0: bool = true
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 10
void odd(int rounds, int n, float *distance) {
#pragma loft region
  for (int k = 0; k < rounds; k++) {
    int best = 0;
    for (int i = 0; i < n; i++)
      if (i % 3 != 1 && distance[i] < distance[best])
        best = i;
    distance[best] = 1e30f;
  }
}
