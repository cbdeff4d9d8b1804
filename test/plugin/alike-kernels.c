// Kernels that are alike have one function, whatever region they are in, unless
// they are for different machines.
// RUN: %clang -O0 -S -emit-llvm %s -o - -I%root/include | FileCheck %s
// CHECK-DAG: @loft.kernels{{.*}} ptr @[[ONE:__loft_region_[01].kernel0]],
// CHECK-DAG: @loft.kernels{{.*}} ptr @[[ONE]],
// CHECK-DAG: @loft.kernels{{.*}} ptr @__loft_region_2.kernel0,
// CHECK: define internal void @[[ONE]](
// CHECK-NOT: define internal void @__loft_region_{{[01]}}.kernel
// CHECK: define internal void @__loft_region_2.kernel0(
void
first(int n, float *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

void
second(int m, float *values)
{
#pragma loft
  for (int k = 0; k < m; k++)
    values[k] *= 2;
}

__attribute__((minsize)) void
third(int n, float *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
