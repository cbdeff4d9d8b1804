// Arms without reads of memory become selects.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = x[i];
    if (v > 9)
      v = 9;
    else
      v = v + 1;
    x[i] = v;
  }
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %v: i32 = index %x2, %i
// CHECK-NEXT:     %c: i32 = const 9
// CHECK-NEXT:     %gt: bool = gt %v, %c
// CHECK-NEXT:     %c1: i32 = const 1
// CHECK-NEXT:     %v1: i32 = add %v, %c1
// CHECK-NEXT:     %select: i32 = select %gt, %c, %v1
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %select
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
