// Kernels whose vectors compute are there twice where the target leaves the
// length of vectors open; those that move data, and code for size, once.
// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O1 -S -emit-llvm -mno-avx2 %s -o - | FileCheck %s --check-prefix=ONE
// RUN: %clang -O1 -S -emit-llvm -mavx2 %s -o - | FileCheck %s --check-prefix=ONE
// RUN: %clang -Os -S -emit-llvm %s -o - | FileCheck %s --check-prefix=ONE
// CHECK: @loft.kernels{{.*}} = {{.*}}ptr @__loft_region_0.kernel0, ptr @__loft_region_0.kernel0.wide,
// CHECK: @loft.kernels{{.*}} = {{.*}}ptr @__loft_region_1.kernel0, ptr null,
// CHECK: define internal void @__loft_region_0.kernel0.wide({{.*}}) {{.*}}#[[W:[0-9]+]]
// CHECK: attributes #[[W]] = { {{.*}}"target-features"="{{[^"]*}},+avx2,+bmi,+bmi2,+popcnt"
// ONE-NOT: .wide
#include <math.h>
void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = expf(x[i]);
}
void g(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = 2 * x[i];
}
