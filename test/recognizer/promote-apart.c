// A sum in an element of an array that the loop reads elsewhere, certainly: it
// becomes a scalar, and the inner loop a reduction.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @solve(
// CHECK: loop (
// CHECK: reduce ({{.*}}[add
// CHECK: return
void
solve(int n, double l[n][n], double *restrict x, const double *restrict b)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= l[i][j] * x[j];
    x[i] = x[i] / l[i][i];
  }
}

// Rows and columns of one matrix.
// CHECK-LABEL: func @factor(
// CHECK: loop (
// CHECK: loop (
// CHECK: reduce ({{.*}}[add
// CHECK: reduce ({{.*}}[add
// CHECK: return
void
factor(int n, double a[n][n])
{
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    for (int k = 0; k < i; k++)
      a[i][i] -= a[i][k] * a[i][k];
  }
}
