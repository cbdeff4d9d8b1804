// Rows whose extremes may be elsewhere than at their ends have the bounds that
// formulas give: a square, and a condition on the place in the row, which the
// first and last do not meet.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed 's/^=== .*//' %t.1 > %t.2
// RUN: grep '^// INPUT:' %s | sed 's/INPUT/EVAL/' > %t.3
// RUN: cat %t.2 >> %t.3
// RUN: %loft-opt --quiet --eval %t.3 | FileCheck %s
// INPUT: @square_footprint 1, [9], [0], [20], [0]
// CHECK: result 0: bool = true
// CHECK: result 7: i64 = -44
// CHECK-NEXT: result 8: i64 = 85
void square(int n, const int *start, const int *length, const float *x,
            float *y) {
#pragma loft
  for (int w = 0; w < n; w++) {
    float s = 0;
    for (int k = 0; k < length[w]; k++)
      s += x[start[w] + k * (8 - k)];
    y[w] = s;
  }
}
// INPUT: @some_footprint 1, [9], [0], [20], [0]
// CHECK: result 0: bool = true
// CHECK: result 7: i64 = 20
// CHECK-NEXT: result 8: i64 = 29
void some(int n, const int *start, const int *length, const float *x,
          float *y) {
#pragma loft
  for (int w = 0; w < n; w++) {
    float s = 0;
    for (int k = 0; k < length[w]; k++)
      if ((k & 3) == 2)
        s += x[start[w] + k];
    y[w] = s;
  }
}
