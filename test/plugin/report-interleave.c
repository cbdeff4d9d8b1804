// A report tells which arrays may be interleaved: those with strides.
// RUN: rm -f %t.json
// RUN: %clang -w -O2 -c %s -o %t.o -fplugin-arg-loft-report=%t.json
// RUN: python3 -m json.tool %t.json | FileCheck %s
// CHECK: "of": "a"
// CHECK-NEXT: "and": "b"
// CHECK-NEXT: "may_be_same": true
// CHECK-NEXT: "may_interleave": true
void
column(int n, int ld, float *a, const float *b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    a[i * ld] = b[i * ld];
}
