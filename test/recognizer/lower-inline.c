// A call is inlined; early returns become arms.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
static int g(int v) {
  if (v < 0)
    return 0;
  return v * 2;
}
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g(x[i]);
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %c: i32 = const 0
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %index: i32 = index %x2, %i
// CHECK-NEXT:     %lt: bool = lt %index, %c
// CHECK-NEXT:     %c1: i32 = const 2
// CHECK-NEXT:     %mul: i32 = mul %index, %c1
// CHECK-NEXT:     %select: i32 = select %lt, %c, %mul
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %select
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
