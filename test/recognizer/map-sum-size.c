// Rows of the output are w - 2 long, or w + 2, or h - 2 rows of w - k + 1: a
// size like any other, larger than each column, so nothing is left to be checked.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @inside(
// CHECK-COUNT-2: map
// CHECK-NOT: func @inside_guard
void inside(int h, int w, int *restrict out, const int *restrict in) {
#pragma loft required
  for (int r = 1; r < h - 1; r++)
    for (int c = 1; c < w - 1; c++)
      out[(r - 1) * (w - 2) + c - 1] = in[r * w + c];
}

// CHECK-LABEL: func @padded(
// CHECK-COUNT-2: map
// CHECK-NOT: func @padded_guard
void padded(int h, int w, int *x) {
#pragma loft required
  for (int r = 1; r <= h; r++)
    for (int c = 1; c <= w; c++)
      x[(h + 1 - r) * (w + 2) + c] *= 2;
}

// CHECK-LABEL: func @batch(
// CHECK-COUNT-3: map
// CHECK-NOT: func @batch_guard
void batch(int n, int k, int h, int w, int *restrict out,
           const int *restrict in) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int r = 0; r < h - 2; r++)
      for (int c = 0; c <= w - k; c++)
        out[(i * (h - 2) + r) * (w - k + 1) + c] = in[(i * h + r) * w + c];
}

// Rows of w + 1 that two accesses share, one column apart.
// CHECK-LABEL: func @columns(
// CHECK: map
// CHECK: loop
// CHECK-NOT: func @columns_guard
void columns(int h, int w, int *x) {
#pragma loft required
  for (int c = 0; c <= w; c++)
    for (int r = 1; r <= h; r++)
      x[r * (w + 1) + c] += x[(r - 1) * (w + 1) + c];
}
