// A loop that writes fields of structures is not vectorised, which LLVM would do
// by scatters, unless it computes much; nor is one around a loop that LLVM writes
// out, as over the rows of a running sum's private array.
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
// CHECK-LABEL: define {{.*}} @__loft_region_2.kernel3
// CHECK-NOT: llvm.masked.scatter
// CHECK-LABEL: define {{.*}} @__loft_region_2.cpu
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

void
running(int n, const float *x, float *y) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}
