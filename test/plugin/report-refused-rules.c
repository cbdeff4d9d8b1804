// The report says which rules met their shape and were held back, and why.
// RUN: rm -f %t.json
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-report=%t.json
// RUN: python3 -m json.tool %t.json | FileCheck %s
// CHECK: "rules_refused"
// CHECK: "rule": "fuse_vertical"
// CHECK: "stage": "common"
// CHECK-NEXT: "line": [[@LINE+7]]
// CHECK-NEXT: "why": "the loops have different counts"
void f(int n, const float *restrict x, float *restrict y, float *restrict z) {
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      y[i] = x[i] * 2;
    for (int i = 1; i < n; i++)
      z[i] = y[i - 1];
  }
}
