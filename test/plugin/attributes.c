// Generated code is for the same machine as the function that calls it.
// RUN: %clang -O1 -S -emit-llvm -mprefer-vector-width=256 -fno-omit-frame-pointer %s -o %t.ll
// RUN: FileCheck %s < %t.ll && FileCheck %s --check-prefix=CLONES < %t.ll
// CHECK: define internal void @__loft_region_0.kernel0({{.*}}) {{.*}}#[[K:[0-9]+]]
// CHECK: define internal {{.*}}@__loft_region_0.large({{.*}}) {{.*}}#[[R:[0-9]+]]
// CHECK-DAG: attributes #[[R]] = { {{.*}}"frame-pointer"="all"{{.*}}"target-features"="{{[^"]*}}+avx512f
// CHECK-DAG: attributes #[[K]] = { {{.*}}"prefer-vector-width"="256"{{.*}}"target-features"="{{[^"]*}}+avx512f
__attribute__((target("avx512f"))) void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = 2 * x[i];
}
// With clones for several machines it is for the one of the command line.
// CLONES: define internal {{.*}}@__loft_region_1.large({{.*}}) {{.*}}#[[#C:]]
// CLONES: attributes #[[#C]] =
// CLONES-NOT: avx2
// CLONES-SAME: }
__attribute__((target_clones("avx2", "default"))) void g(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = 2 * x[i];
}
