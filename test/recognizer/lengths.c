// A counter that goes on by the length of a row appends, where no length is
// below 0: the guard asks that of all.
// COVERS: shape-lengths
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=footprint --check-eval %t.loft
#include <string.h>

// CHECK-LABEL: func @join(
// CHECK: scan (%i < %{{.*}}) [add %k]
// CHECK: max
// CHECK-LABEL: func @join_guard(
// CHECK: reduce (%{{.*}} < %{{.*}}) [min
int
join(char *out, const char *s, const int *start, const int *length, int n, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    memcpy(out + k, s + start[i], length[i]);
    k += length[i];
    out[k++] = '\n';
  }
  return k;
}

// What is added twice is no row's length: the second one leaves a hole, which
// is as good.
// CHECK-LABEL: func @holes(
// CHECK: scan (%i < %{{.*}}) [add
long
holes(int *out, const int *n, int m, long k)
{
#pragma loft
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n[i]; j++)
      out[k + j] = i;
    k += n[i];
    k += n[i];
  }
  return k;
}

// Where the row is longer than what is added, rows meet, and are written in
// order.
// CHECK-LABEL: func @longer(
// CHECK-NOT: scan
// CHECK: loop (%i < %{{.*}})
long
longer(int *out, const int *n, int m, long k)
{
#pragma loft
  for (int i = 0; i < m; i++) {
    for (int j = 0; j <= n[i]; j++)
      out[k + j] = i;
    k += n[i];
  }
  return k;
}
