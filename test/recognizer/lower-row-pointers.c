// Rows behind pointers are one array with a stride between rows that is a
// parameter; another function tells which pointers are followed, and which
// elements of the rows are touched.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clang -fplugin-arg-loft-emit=footprint -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROWS
void f(int n, int m, double **a) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 2; j < m; j++)
      a[i + 1][j] = 1;
}

// CHECK: func @f(%n: i32, %m: i32, %a: []f64 {write}, %a_stride: i64 {rows=8}) -> ([]f64) {
// CHECK: %[[ROW:.*]]: i64 = add %i, %
// CHECK: %[[AT:.*]]: i64 = mul %[[ROW]], %a_stride
// CHECK: add {{.*}}%[[AT]]

// ROWS-LABEL: func @f_rows(
// ROWS-NOT: mul
// ROWS: return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %

// Two levels of pointers: the number of a row has a stride, too.
int g(int n, int ***v) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += v[i][i + 2][5];
  return s;
}

// CHECK: func @g(%n: i32, %v: []i32 {read}, %v_stride: i64 {rows=4}, %v_stride1: i64, %s: i32)
// CHECK-DAG: mul %i, %v_stride1
// CHECK-DAG: mul %{{.*}}, %v_stride{{$}}
