// Of 64 bits that are read, the 32 that are a subscript are looked at, not all,
// shifted or not; where the region tells which are read, those of all that may
// be.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed 's/^=== .*//' %t.1 > %t.2
// RUN: grep '^// INPUT:' %s | sed 's/INPUT/EVAL/' > %t.3
// RUN: cat %t.2 >> %t.3
// RUN: %loft-opt --quiet --eval %t.3 | FileCheck %s
#include <stdint.h>
// INPUT: @low_footprint 3, [1, 1, 0], [0], [38654705666, 5, 12884901892]
// CHECK: result 0: bool = true
// CHECK: result 7: i64 = 2
// CHECK-NEXT: result 8: i64 = 6
void low(int n, const float *x, float *y, const uint64_t *packed) {
#pragma loft
  for (int k = 0; k < n; k++)
    x[k] > 0 ? y[(uint32_t)packed[k]] = x[k] : 0;
}
// INPUT: @high_footprint 3, [0], [38654705666, 17179869189, 12884901892], [0]
// CHECK: result 0: bool = true
// CHECK: result 5: i64 = 3
// CHECK-NEXT: result 6: i64 = 10
void high(int n, const float *x, float *y, const uint64_t *packed) {
#pragma loft
  for (int k = 0; k < n; k++)
    y[k] = x[(uint32_t)(packed[k] >> 32)];
}
// INPUT: @chosen_footprint 3, [0], [0], [38654705666, 5, 12884901892]
// CHECK: result 0: bool = true
// CHECK: result 7: i64 = 2
// CHECK-NEXT: result 8: i64 = 6
void chosen(int n, const float *x, int *y, const uint64_t *packed) {
#pragma loft region
  {
    for (int k = 0; k < n; k++)
      y[k] += 1;
    for (int k = 0; k < n; k++)
      if (y[k] > 3)
        y[k] += x[(uint32_t)packed[k]] > 0;
  }
}
