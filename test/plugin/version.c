// In a clang of another version one line says so, and the program is built.
// UNSUPPORTED: asan
// RUN: clang-%other -c -fplugin=%plugin %s -o %t.o 2>&1 | FileCheck %s -DHERE=%llvm -DTHERE=%other
// CHECK: loft: built for clang [[HERE]], running in [[THERE]]; nothing is lifted
// CHECK-NOT: {{.}}
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
