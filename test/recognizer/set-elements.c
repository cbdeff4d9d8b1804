// An element that is written under a condition, and not read, is a scalar with a
// flag: it is stored where the flag is set.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
// COVERS: shape-chosen

// CHECK-LABEL: func @above(
// CHECK: [[A:%.*]]: []i32 = scan (%i < %{{.*}}) [add
// CHECK: [[V:%.*]]: i32, [[S:%.*]]: bool, %{{.*}}: bool = reduce
// CHECK-NOT: index %at
// CHECK: [[R:%.*]]: []i32 = if [[S]] {
// CHECK: update %at, %{{.*}}, [[V]]
// CHECK: return [[R]]
void above(const int *x, int n, int *at) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (s > 100)
      *at = i;
  }
}
