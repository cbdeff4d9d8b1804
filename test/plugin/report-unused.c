// What no code is made for is in the report all the same: -fsyntax-only, and
// static functions that nobody calls.
// RUN: rm -f %t.json
// RUN: %clang -w -fsyntax-only %s -fplugin-arg-loft-report=%t.json
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-report=%t.json
// RUN: python3 -m json.tool %t.json | FileCheck %s
// CHECK-COUNT-2: "gpu": "func @f({{.*}}level=grid
static void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
