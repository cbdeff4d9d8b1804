// The range pass of a region that is too small for several threads takes vectors:
// it is no part of the region function, which has none.
// RUN: %clang -O3 -mavx2 -S -emit-llvm %s -o - | FileCheck %s
// REQUIRES: x86
// CHECK: define internal {{.*}}void @__loft_region_0.footprint(
// CHECK: call {{.*}} @llvm.vector.reduce.smin
// CHECK: ret void
// CHECK: define internal {{.*}}@__loft_region_0.large(
// CHECK: call {{.*}}void @__loft_region_0.footprint(
void
count(int n, const int *key, int *bins) {
#pragma loft
  for (int i = 0; i < n; i++)
    bins[key[i]]++;
}
