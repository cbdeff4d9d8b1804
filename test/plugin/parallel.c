// Parallel loops are marked as such in Clang too, whose contexts keep no names.
// RUN: %clang -O0 -S -emit-llvm %s -o - -I%root/include | FileCheck %s
// CHECK: define internal void @__loft_region_0.kernel0
// CHECK: load float, ptr {{.*}}, !llvm.access.group ![[G:[0-9]+]]
// CHECK: ![[G]] = distinct !{}
// CHECK: !{!"llvm.loop.parallel_accesses", ![[G]]}
void
f(int n, float *restrict y, const float *restrict x)
{
#pragma loft map
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
}
