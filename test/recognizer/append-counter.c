// A counter in memory that a condition changes is a scalar that the loop
// carries: loaded before, where that can be read, and stored if it has changed.
// COVERS: shape-chosen
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=footprint %t.loft | FileCheck --check-prefix=PRINT %s

typedef struct list {
  int *data;
  int count;
  double sum;
} list;

// CHECK-LABEL: func @push(
// CHECK-SAME: {probe,read,write}
// CHECK: [[OLD:%.*]]: i32 = if
// CHECK: [[NEW:%.*]]: i32, %{{.*}} = scan (%i < %{{.*}}) [add [[OLD]]]
// CHECK: [[CHANGED:%.*]]: bool = ne [[NEW]], [[OLD]]
// CHECK: if [[CHANGED]] {
// CHECK: update
// PRINT-LABEL: func @push_footprint(
// PRINT: readable
void
push(int n, const int *x, list *v)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      v->data[v->count++] = x[i];
}

// Of a float a flag tells.
// CHECK-LABEL: func @running(
// CHECK: scan (%i < %{{.*}}) [%{{.*}}, %{{.*}} by
void
running(int n, const int *x, double *out, list *v)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      v->sum += x[i];
      out[i] = v->sum;
    }
}
