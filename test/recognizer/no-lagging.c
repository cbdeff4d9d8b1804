// What data moves is no function of the index.
// RUN: %clang -fplugin-arg-loft-emit=soac -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK: [LOFT
// CHECK-NOT: map (
void
data(int n, int *restrict y, const int *restrict x, int k) {
  int j = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    y[k] = 3 * y[j];
    j += x[i];
    k = j;
  }
}
