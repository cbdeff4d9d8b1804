// A float that was clamped bounds the integer that it becomes, in terms of the
// sizes, where the region writes what it is made of: of NaN that is 0, and an
// integer that a float does not hold counts as three times as large.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed 's/^=== .*//' %t.1 > %t.2
// RUN: grep '^// INPUT:' %s | sed 's/INPUT/EVAL/' > %t.3
// RUN: cat %t.2 >> %t.3
// RUN: %loft-opt --quiet --eval %t.3 | FileCheck %s
// INPUT: @f_footprint 3, 10, 1.5, [0], [0]
// INPUT: @f_footprint 3, 4194305, 1.5, [0], [0]
// INPUT: @f_footprint 3, 0, 1.5, [0], [0]
// CHECK: result 0: bool = true
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 12
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 12582917
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 0
void f(int steps, int n, float far, float *u, float *x) {
#pragma loft region
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= n; i++) {
      float at = (float)i - far * u[i];
      if (at < 0.5f)
        at = 0.5f;
      if (at > (float)n + 0.5f)
        at = (float)n + 0.5f;
      x[i] = u[(int)at] + u[(int)at + 1];
    }
    for (int i = 1; i <= n; i++)
      u[i] = x[i];
  }
}
