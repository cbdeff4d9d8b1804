// Rows that begin and are as long as data says: their first and last elements
// bound what is read, in one pass over the rows.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed 's/^=== .*//' %t.1 > %t.2
// RUN: grep '^// INPUT:' %s | sed 's/INPUT/EVAL/' > %t.3
// RUN: cat %t.2 >> %t.3
// RUN: %loft-opt --quiet --eval %t.3 | FileCheck %s
// INPUT: @rows_footprint 3, [3, 20, 0], [0], [4, 10, 90], [0]
// CHECK: result 0: bool = true
// CHECK: result 7: i64 = 4
// CHECK-NEXT: result 8: i64 = 30
void rows(int n, const int *start, const int *length, const float *x,
          float *y) {
#pragma loft
  for (int w = 0; w < n; w++) {
    float s = 0;
    for (int k = 0; k < length[w]; k++)
      s += x[start[w] + k];
    y[w] = s;
  }
}
// Downwards, in tiles.
// INPUT: @tiles_footprint 2, [2, 0], [3, 50], [0], [40, 100], 10, [0]
// CHECK: result 0: bool = true
// CHECK: result 9: i64 = 28
// CHECK-NEXT: result 10: i64 = 41
void tiles(int n, int stride, const int *start, const int *height,
           const int *width, const float *x, float *y) {
#pragma loft
  for (int w = 0; w < n; w++) {
    float s = 0;
    for (int j = 0; j < height[w]; j++)
      for (int k = 0; k < width[w]; k++)
        s += x[start[w] - j * stride - k];
    y[w] = s;
  }
}
