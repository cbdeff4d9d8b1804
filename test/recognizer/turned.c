// Ifs that store where their conditions do not hold are turned, so that what
// they store is claimed.
// COVERS: shape-turned
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @first(
// CHECK: {versions} {
// CHECK: [[LEFT:%.*]]: bool = eq %{{.*}}, %
// CHECK: if [[LEFT]] {
// CHECK: combine min %
int
first(int n, const int *v, const int *restrict left, int *restrict seen,
      int *restrict out)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int p = v[i] & 1023;
    if (left[p] || seen[p])
      continue;
    seen[p] = 1;
    out[k++] = i;
  }
  return k;
}
