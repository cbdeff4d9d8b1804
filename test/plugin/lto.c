// Regions are defined in the compile step, so LTO sees them.
// RUN: %clang -O2 -flto -c %s -o %t.bc && llvm-nm %t.bc | FileCheck %s
// RUN: %clang -O2 -flto=thin -c %s -o %t.bc && llvm-nm %t.bc | FileCheck %s
// CHECK: t __loft_region_0
// CHECK: U loft_region_start
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
