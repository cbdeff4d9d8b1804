// Elements that are appended, and combined into until the next ones are: a loop
// that appends, one that counts again, and one that combines.
// COVERS: shape-tallied
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @lengths(
// CHECK: %len{{.*}} = scan (%i{{.*}} < %
// CHECK: } then
// CHECK: update %len
// CHECK: scan (%i{{.*}} < %
// CHECK: map (%i{{.*}} < %
// CHECK: combine add %len
int
lengths(int n, const int *x, int *restrict len)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i == 0 || x[i] != x[i - 1])
      len[k++] = 0;
    len[k - 1]++;
  }
  return k;
}
