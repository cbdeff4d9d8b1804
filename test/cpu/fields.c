// Fields of structures are read as whole structures, not by gathers; floats
// become integers that are as wide, or wider, in vectors.
// RUN: %clang -O2 -mavx512f -mavx512dq -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O2 -mavx512f -mavx512dq -S %s -o - | FileCheck %s --check-prefix=ASM
// REQUIRES: x86
struct s {
  float x;
  int k;
};

// CHECK-LABEL: define {{.*}} @__loft_region_0.kernel0
// CHECK-NOT: llvm.masked.gather
// CHECK: shufflevector
// CHECK: ret void
int
greatest(int n, const struct s *p) {
  int most = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    most = p[i].k > most ? p[i].k : most;
  return most;
}

// ASM-LABEL: __loft_region_1.kernel0:
// ASM: vcvttps2qq
void
cents(int n, const float *x, long *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = (long)(100 * x[i]);
}
