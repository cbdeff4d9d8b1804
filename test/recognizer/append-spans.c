// Spans of offsets are appended by a scan: an int counts their elements, so that
// each span has fewer than 2^31. Spans of long offsets may have more.
// COVERS: shape-scan
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @spans(
// CHECK: = scan (%i < %{{.*}}) [add
// CHECK: = sub
// CHECK: = max
// CHECK: then
// CHECK: = map (%e{{[0-9]*}} < %{{.*}}) (
// CHECK-NOT: = loop
// CHECK: return
int
spans(int n, const int *restrict row, const int *restrict col, int *restrict t)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int e = row[i]; e < row[i + 1]; e++)
      t[k++] = col[e];
  return k;
}

// CHECK-LABEL: func @longs(
// CHECK-NOT: = scan
// CHECK: = loop
// CHECK: return
int
longs(int n, const long *restrict row, const int *restrict col, int *restrict t)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (long e = row[i]; e < row[i + 1]; e++)
      t[k++] = col[e];
  return k;
}
