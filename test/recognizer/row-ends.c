// Rows of different lengths have a function of where those end that one
// iteration touches; rows of one length have none.
// RUN: %clang -O1 -c %s -o %t.o -fplugin-arg-loft-emit=footprint -fplugin-arg-loft-emit-to=%t
// RUN: FileCheck %s --input-file=%t
void triangle(double **l, int n, double s) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      l[i][j] *= s;
}
// CHECK-LABEL: func @triangle_row_ends(%n: i32, %s: f64, %l: []f64 {read}, %l_stride: i64, %first: i64) -> (bool, i64, i64, i64, i64, i64)
// CHECK: [[NEXT:%.*]]: i64 = add %first, %c
// CHECK: return

// CHECK-LABEL: func @rectangle_rows
// CHECK-NOT: @rectangle_row_ends
void rectangle(double **l, int n, int m, double s) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      l[i][j] *= s;
}

// Its length is read, that of this row alone.
// CHECK-LABEL: func @lengths_row_ends
// CHECK: reduce
// CHECK: index %length
// CHECK: return
void lengths(double **l, int n, const int *length, double s) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++)
      l[i][j] *= s;
}
