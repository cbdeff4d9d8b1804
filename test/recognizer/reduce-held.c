// What an if alone computes for a scalar is a choice like others.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @held(
// CHECK: scan (
// CHECK: [[V:%.*]]: i32 = if [[C:%.*]] {
// CHECK: index %y
// CHECK: yield [[V]], [[C]]
void
held(int n, int s, const int *restrict x, const int *restrict y,
     int *restrict z)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 7)
      s = y[i] * 3;
    z[i] = s;
  }
}

// Not one that depends on what is held.
// CHECK: reduce-held.c:[[#@LINE+8]]:{{.*}}what becomes of 's' depends
void
depends(int n, int s, const int *restrict x, const int *restrict y,
        int *restrict z)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 7)
      s = y[i + s % 3];
    z[i] = s;
  }
}
