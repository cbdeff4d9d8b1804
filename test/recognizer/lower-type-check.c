// 0 times the distance of two pointers compares their types, and nothing else.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
#include <string.h>
#define COPY(to, from, n)                                                      \
  (memcpy((to), (from), (n) * sizeof *(to) + 0 * ((to) - (from))))

// CHECK-LABEL: func @rows(
// CHECK: map (
// CHECK-NOT: loop
// CHECK: return
void
rows(int m, int n, float *restrict y, float **x) {
#pragma loft
  for (int i = 0; i < m; i++)
    COPY(y + i * n, x[i], n);
}
