// A condition that is the same in all iterations goes around two loops; each is
// looked at by itself.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
// COVERS: shape-unswitch

// CHECK-LABEL: func @one(
// CHECK: [[C:%.*]]: bool = ne %keeps
// CHECK: = if [[C]] {
// CHECK: map
// CHECK: } else {
// CHECK-NOT: if
// CHECK: loop
// CHECK-NOT: if
// CHECK: return
void one(int *a, const int *b, int n, int keeps) {
#pragma loft
  for (int i = 1; i < n; i++)
    if (keeps)
      a[i] = b[i] + 1;
    else
      a[i] = a[i - 1] / 2 + b[i];
}
