// Tiles that end at MIN(start + 16, n): none is longer than 16, so nothing is
// asked of sizes, but that the columns fit a row.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
#define MIN(a, b) ((a) < (b) ? (a) : (b))

// CHECK-LABEL: func @strips(
// CHECK: map
// CHECK: map
// CHECK-NOT: func @strips_guard
void strips(int n, int *x) {
#pragma loft required
  for (int ii = 0; ii < n; ii += 16)
    for (int i = ii; i < MIN(ii + 16, n); i++)
      x[i] = i;
}

// CHECK-LABEL: func @tiles(
// CHECK-COUNT-4: map
// CHECK-NOT: func @tiles_guard
void tiles(int n, int m, int *restrict x, const int *restrict y) {
#pragma loft required
  for (int ii = 0; ii < n; ii += 16)
    for (int jj = 0; jj < m; jj += 16)
      for (int i = ii; i < MIN(ii + 16, n); i++)
        for (int j = jj; j < MIN(jj + 16, m); j++)
          x[i * m + j] = y[j * n + i];
}
