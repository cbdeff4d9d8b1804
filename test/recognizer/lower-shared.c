// Equal ops are computed once: those of an arm that becomes a select, too, and
// products of integers in either order.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK-LABEL: func @f(
// CHECK: %[[W:.*]]: i32 = mul %v, %a
// CHECK-NOT: mul
// CHECK: %[[S:.*]]: i32 = select %gt, %[[W]], %c
// CHECK-NOT: mul
// CHECK: sub %[[S]], %[[W]]
void
f(int n, int a, const int *x, int *y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = x[i], w = 0;
    if (v > 3)
      w = v * a;
    y[i] = w - a * v;
  }
}
