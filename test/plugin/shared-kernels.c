// A region and those inside it, which run instead where memory is short, have
// the same kernels: one function each.
// RUN: %clang -O0 -S -emit-llvm %s -o - -I%root/include | FileCheck %s
// CHECK-DAG: @loft.kernels{{.*}} ptr @__loft_region_1.kernel0,
// CHECK: define internal void @__loft_region_1.kernel0(
// CHECK-NOT: define internal void @__loft_region_0.kernel
// CHECK: define internal i32 @__loft_region_0.large(
void
steps(int n, int m, float *restrict x, float *restrict y)
{
#pragma loft
  for (int t = 0; t < m; t++) {
    for (int i = 1; i < n - 1; i++)
      y[i] = x[i - 1] + x[i + 1];
    float *z = x;
    x = y;
    y = z;
  }
}
