// A disk that is full is said once, not for each region.
// RUN: not %clang -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=/dev/full 2>&1 | FileCheck %s
// CHECK: error: cannot write '/dev/full': No space left on device
// CHECK-NOT: cannot write
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += i;
}
