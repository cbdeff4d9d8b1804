// A report, and the remark, name the function that reads numbers from texts, of
// which the original loop alone reads some.
// RUN: rm -f %t.json
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks -fplugin-arg-loft-report=%t.json %s 2>&1 | FileCheck %s --check-prefix REMARK
// RUN: python3 -m json.tool %t.json | FileCheck %s
// REMARK: lifted to {{.*}}; the original loop runs where 'atoi' reads long numbers
// CHECK: "guards": [
// CHECK: "kind": "reads no long numbers",
// CHECK-NEXT: "of": "atoi"
#include <stdlib.h>
void
f(int n, char (*restrict s)[8], int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = atoi(s[i]);
}
