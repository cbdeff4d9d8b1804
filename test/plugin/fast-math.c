// -ffast-math holds for CPU kernels, but for those with <math.h> in them.
// RUN: %clang -O1 -ffast-math -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck --check-prefix=NONE %s
// CHECK-LABEL: define internal void @__loft_region_0.kernel0(
// CHECK: fmul fast
// CHECK-LABEL: define internal void @__loft_region_1.kernel0(
// CHECK-NOT: {{fmul|fadd}} fast
// CHECK: ret void
// NONE-LABEL: define internal void @__loft_region_0.kernel0(
// NONE-NOT: {{fmul|fadd}} fast
// NONE: ret void
#include <math.h>

void plain(int n, float *restrict y, const float *restrict x) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i] + y[i];
}

void exact(int n, float *restrict y, const float *restrict x) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = expf(x[i]) * y[i];
}
