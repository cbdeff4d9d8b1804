// A function that is never emitted leaves nothing behind; region functions are
// internal.
// RUN: %clang -O0 -S -emit-llvm %s -o - | FileCheck %s
// CHECK-NOT: __loft_region_0
// CHECK: define internal {{.*}}@__loft_region_1
// CHECK-NOT: __loft_region_0
static void unused(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
void used(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
