// Two arrays of which every element within their extents is touched have one in
// common where the extents overlap: strides cannot keep them apart.
// RUN: rm -f %t.json
// RUN: %clang -w -O2 -c %s -o %t.o -fplugin-arg-loft-report=%t.json
// RUN: python3 -m json.tool %t.json | FileCheck %s
// CHECK: "of": "a"
// CHECK-NEXT: "and": "b"
// CHECK-NEXT: "may_be_same": false
// CHECK-NEXT: "may_interleave": false
void
grey(int n, unsigned char *a, const float *b)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    float mean = (b[3 * i] + b[3 * i + 1] + b[3 * i + 2]) / 3;
    for (int k = 0; k < 3; k++)
      a[3 * i + k] = (unsigned char)mean;
  }
}
