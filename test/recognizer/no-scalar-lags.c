// What lags behind where data says so does not follow from the index.
// RUN: %clang -fplugin-arg-loft-emit=soac -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK: LOFT149
// CHECK-NOT: map (
void
some(int n, int *restrict r, const int *restrict a) {
  int j = n - 1;
#pragma loft
  for (int i = 0; i < n; i++) {
    r[i] = j;
    j = a[i] > j ? i : 2 * j + 1;
  }
}
