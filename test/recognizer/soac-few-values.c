// A recurrence along rows, going down: that 2*n - 2 - j, as an element of rows
// of 2, stays in its row is not assumed to make the inner loop a map; the guard
// would fail for more than 2 columns.
// RUN: %clang -fplugin-arg-loft-remarks -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: lifted to map of loop;
void f(int n, double *u) {
#pragma loft
  for (int i = 1; i < n - 1; i++)
    for (int j = n - 2; j >= 1; j--)
      u[i * n + j] = 3 * u[i * n + j + 1] + 2;
}
