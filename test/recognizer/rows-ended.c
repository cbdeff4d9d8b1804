// Rows behind pointers that a loop walks along to a zero: where they end is for
// the runtime to find.
// RUN: %clang -O2 -fplugin-arg-loft-emit=footprint -c %s -o %t.o 2>&1 | FileCheck %s

// The touched part of a row begins at 0, and has no end that is known before.
// CHECK-LABEL: func @lengths_footprint(
// CHECK-NOT: loop
// CHECK-LABEL: func @lengths_rows(
// CHECK-NOT: loop
// CHECK: [[END:%c[0-9]*]]: i64 = const 9223372036854775807
// CHECK: return {{.*}}%{{[a-z0-9]*}}
void
lengths(char **w, int n, int *out)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (w[i][k])
      k++;
    out[i] = k;
  }
}
