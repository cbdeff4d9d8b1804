// Structures behind an array of pointers are as many arrays as they have types of
// scalars, of which one stride counts structures; pointers are followed at the
// numbers of these, whatever the elements.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clang -fplugin-arg-loft-emit=footprint -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROWS
struct s {
  double x;
  int k, l;
};
void f(int n, struct s **p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i + 1]->x += p[i + 1]->l;
}

// CHECK: func @f(%n: i32, %p_stride: i64 {rows=8}, %p: []i32 {read}, %p1: []f64 {read,write}) -> ([]f64) {
// CHECK: %[[AT:.*]]: i64 = mul %{{.*}}, %p_stride
// CHECK: %[[TWO:.*]]: i64 = const 2
// CHECK: mul %[[AT]], %[[TWO]]
// CHECK: index %p{{[0-9]*}}, %[[AT]]

// ROWS-LABEL: func @f_rows(
// ROWS: %[[ONE:.*]]: i64 = const 1
// ROWS: %[[FROM:.*]]: i64 = select %{{.*}}, %[[ONE]], %
// ROWS: %[[TO:.*]]: i64 = select
// ROWS: return %{{.*}}, %{{.*}}, %[[FROM]], %[[TO]], %{{.*}}, %{{.*}}, %[[FROM]], %[[TO]], %

// A pointer in memory on the way to another one is no parameter.
struct grid {
  struct s *data;
};
struct run {
  struct grid *grid;
  int n;
};
int g(const struct run *r) {
  int all = 0;
#pragma loft
  for (int i = 0; i < r->n; i++)
    all += r->grid->data[i].k;
  return all;
}

// CHECK: func @g(%r_n: []i32 {read}, %r_grid_data: []i32 {read}, %all: i32)
