// Whatever bytes names have, the report is JSON: quotes, backslashes, and what
// is no UTF-8.
// RUN: rm -f %t.json
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-report=%t.json
// RUN: python3 -m json.tool %t.json | FileCheck %s
// CHECK: "file": "a\"b\\c\u00e4\ufffd"
void f(int n, float *x) {
#line 1 "a\"b\\cä\377"
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
