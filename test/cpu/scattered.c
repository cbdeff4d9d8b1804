// A loop that writes fields of structures is not vectorised, which LLVM would do
// by scatters, unless it computes much.
// RUN: %clang -O2 -mavx512f -S -emit-llvm %s -o - | FileCheck %s
#include <math.h>
struct s {
  float x;
  int k;
  double d[4];
};

// CHECK-LABEL: define {{.*}} @__loft_region_0.kernel0
// CHECK-NOT: llvm.masked.scatter
// CHECK-LABEL: define {{.*}} @__loft_region_1.kernel0
// CHECK: llvm.masked.scatter
void
little(int n, struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x += (float)p[i].k;
}

void
much(int n, struct s *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].x = erff(p[i].x) * expf((float)p[i].k);
}
