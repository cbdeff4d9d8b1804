// Where all regions run as their originals, a region with more than a little
// work is left before anything is told to the runtime.
// RUN: %clang -O2 -S -emit-llvm %s -o - | FileCheck %s
// CHECK-LABEL: define {{.*}}@__loft_region_0.large(
// CHECK-NOT: call
// CHECK: [[BUSY:%.*]] = load atomic i32, ptr @loft_busy monotonic
// CHECK-NEXT: [[OFF:%.*]] = icmp eq i32 [[BUSY]], 17
// CHECK-NEXT: br i1 [[OFF]]
// CHECK: call {{.*}}@loft_region_start(
void
axpy(int n, float a, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}
