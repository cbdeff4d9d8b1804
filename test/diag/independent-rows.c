// Rows that need what other rows left are no wavefront where their own elements
// do not need each other.
// RUN: %clang -fsyntax-only %s -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
void back(int n, float (*x)[64], float (*u)[64]) {
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < n; j++)
      x[i][j] -= u[i][j] * x[i + 1][j]; // CHECK: [[@LINE]]:15: remark: {{.*}}LOFT140
}
void front(int n, float (*x)[64]) {
#pragma loft
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      x[i][j] = x[i - 1][j] + x[i][j - 1]; // CHECK: [[@LINE]]:15: remark: {{.*}}LOFT141
}
