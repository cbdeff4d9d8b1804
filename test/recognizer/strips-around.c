// Strips, rings and rows in a loop that carries what their bodies read.
// RUN: %clang -O2 -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @strips(
// CHECK: loop (
// CHECK: min %sub
// CHECK: map (%j
void
strips(int *y, int n, int t)
{
#pragma loft
  for (int k = 0; k < t; k++) {
    int d = y[0];
    for (int i = 0; i < n; i++)
      y[i] = y[i - d];
  }
}

// CHECK-LABEL: func @rings(
// CHECK: loop (
// CHECK: map (
void
rings(int *restrict z, int n, int m, int t)
{
#pragma loft
  for (int k = 0; k < t; k++) {
    int v = z[0];
    for (int i = 0; i < n; i++)
      z[i % m] = z[i % m] * 3 + v;
  }
}

// CHECK-LABEL: func @rows(
// CHECK: loop (
// CHECK: map (
void
rows(int *restrict z, const int *restrict y, int n, int m, int t)
{
#pragma loft
  for (int k = 0; k < t; k++) {
    int v = z[0];
    for (int i = 0; i < n * m; i++) {
      int a = i / m, b = i % m;
      z[b * n + a] = y[i] + v;
    }
  }
}
