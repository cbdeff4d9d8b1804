// A call with little work costs what its work takes to estimate and one load:
// the rest of the region function is a function of its own.
// RUN: %clang -O2 -S -emit-llvm %s -o - | FileCheck %s
// CHECK-LABEL: define {{.*}}@axpy(
// CHECK-NOT: alloca
// CHECK-NOT: store
// CHECK: load atomic i32, ptr @loft_busy monotonic
// CHECK-NOT: store
// CHECK-NOT: store
// CHECK: call {{.*}} @__loft_region_0.large(
void
axpy(int n, float a, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}
