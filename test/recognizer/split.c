// Loops are cut where a read and a write of an array are at the same place.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @mirrored(
// CHECK: [[AT:%.*]]: i64 = div %{{.*}}, %{{.*}}
// CHECK: map (
// CHECK: loop (
// CHECK: map (
// CHECK: return
void
mirrored(int n, float *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[n - 1 - i] + 1;
}

// CHECK-LABEL: func @fixed(
// CHECK: map (
// CHECK: loop (
// CHECK: map (
// CHECK: return
void
fixed(int n, int m, float *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] *= x[m];
}

// The row and the column that a step of shortest paths reads and changes.
// CHECK-LABEL: func @paths(
// CHECK: loop (%k < %{{.*}}) (
// CHECK:   map (%i < %k) (
// CHECK:     map (%j < %k) (
// CHECK:     loop (
// CHECK:     map (
// CHECK:   loop (
// CHECK:   map (
// CHECK:     map (
// CHECK:     loop (
// CHECK:     map (
// CHECK: return
void
paths(int n, int (*d)[1024])
{
#pragma loft
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
}

// Row k + 2 of iteration k, counted from the first one.
// CHECK-LABEL: func @ahead(
// CHECK: [[ROW:%.*]]: i64 = add %{{.*}}, %{{.*}}
// CHECK: map (
// CHECK: loop (
// CHECK: map (
// CHECK: return
void
ahead(int n, int m, int k, float *x)
{
#pragma loft
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] += x[(k + 2) * m + j];
}

// Not where the parts read what they write.
// CHECK: split.c:[[#@LINE+6]]:{{.*}}what an earlier one wrote in 'x'
void
halves(int n, float *x)
{
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    x[i] += x[2 * i + 1];
}
