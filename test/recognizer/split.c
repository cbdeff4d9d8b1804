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

// Not where the parts read what they write.
// CHECK: split.c:[[#@LINE+6]]:{{.*}}what an earlier one wrote in 'x'
void
halves(int n, float *x)
{
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    x[i] += x[2 * i + 1];
}
