// A multiple of the loop variable compared with a bound.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK-LABEL: func @half(
// CHECK: %[[N:.*]]: i64 = convert %n
// CHECK: %[[ADD:.*]]: i64 = add %[[N]], %
// CHECK: %[[TRIPS:.*]]: i64 = div %[[ADD]], %
// CHECK: loop (%i < %[[TRIPS]]) (
// CHECK-NOT: func @half_guard
void half(int n, int *x) {
#pragma loft
  for (int i = 0; 2 * i < n; i++)
    x[i] = i;
}

// Of unsigned variables multiples wrap; so do all with -fwrapv.
// CHECK-LABEL: func @wraps(
// CHECK: while
void wraps(unsigned n, int *x) {
#pragma loft
  for (unsigned i = 0; 2 * i < n; i++)
    x[i] = 1;
}
