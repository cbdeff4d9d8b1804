// The store at i + 1 stays where no iteration follows that overwrites it.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
// COVERS: shape-overwritten

// CHECK-LABEL: func @ahead(
// CHECK: map (%i < [[N:%[a-z0-9]*]])
// CHECK: [[LAST:%.*]]: bool = ge %{{.*}}, [[N]]
// CHECK: if [[LAST]] {
// CHECK: update
// CHECK: update
void ahead(int *a, const int *b, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    a[i + 1] = b[i];
    a[i] = b[i] * 3;
  }
}
