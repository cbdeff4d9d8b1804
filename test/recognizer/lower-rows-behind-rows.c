// Of a pointer in a structure behind a pointer the structure is an array of
// words, of which one is followed.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
struct cell {
  double x;
  int n;
};
struct particle {
  double v;
  struct cell *cell;
  int id;
};
// CHECK-LABEL: func @f(
// CHECK-SAME: %p_cell_stride: i64 {rows=8}, %p_cell_stride1: i64, %p_cell: []f64 {read}
// CHECK: %[[ONE:.*]]: i64 = const 1
// CHECK: %[[ROW:.*]]: i64 = mul %i, %[[S:p_cell_stride1?]]
// CHECK: %[[WORD:.*]]: i64 = add %[[ROW]], %[[ONE]]
// CHECK: mul %[[WORD]], %p_cell_stride
void f(int n, struct particle **p, double *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++)
    out[i] = p[i]->cell->x;
}
