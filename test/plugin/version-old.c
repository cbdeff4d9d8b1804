// So it does in one whose LLVM cannot be asked for its version.
// UNSUPPORTED: asan
// REQUIRES: clang-14
// RUN: clang-14 -c -fplugin=%plugin %s -o %t.o 2>&1 | FileCheck %s -DHERE=%llvm
// CHECK: loft: built for clang [[HERE]], running in 14; nothing is lifted
// CHECK-NOT: {{.}}
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
