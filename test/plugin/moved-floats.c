// A loop that counts, and moves floats, gives the bits of the original: the time
// of that one is taken.
// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// CHECK-LABEL: define{{.*}} i32 @pick(
// CHECK: call void @loft_region_original_done(
// CHECK-LABEL: define{{.*}} float @sum(
// CHECK-NOT: call void @loft_region_original_done(
// CHECK: ret float
int pick(int n, const float *x, float *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 1)
      out[k++] = x[i];
  return k;
}

float sum(int n, const float *x) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
