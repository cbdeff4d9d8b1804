// A text that is written behind the region is appended to an array: the number
// of its call, then the bits of its numbers.
// RUN: %clang -c %s -o %t.o -fplugin-arg-loft-remarks \
// RUN:   -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft 2>&1 \
// RUN:   | FileCheck --check-prefix=SAYS %s
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=common --check-eval %t.loft -o /dev/null
#include <stdio.h>

// SAYS: x read and written{{.*}}; what 'printf' writes comes when it has ended
// CHECK-LABEL: func @rows(
// CHECK-SAME: %messages: []i64
// CHECK: [[N:%.*]]: i64, {{.*}} = scan (%i < %{{.*}}) [add
// CHECK: [[BITS:%.*]]: i64 = bitcast %
// CHECK: update %{{.*}}, %{{.*}}, [[BITS]]
// CHECK: return %{{.*}}, [[N]]
void
rows(int n, double *x)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] = x[i] * 2;
    if (i % 100 == 0)
      printf("%d: %g\n", i, x[i]);
  }
}
