// do: the first iteration is not tested. How often it runs depends on data.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = x[i];
    do
      v -= v / 7 + 1;
    while (v > 3);
    x[i] = v;
  }
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %v: i32 = index %x2, %i
// CHECK-NEXT:     %c: bool = const true
// CHECK-NEXT:     %go: bool, %v1: i32 = loop (%go1 = %c, %v2 = %v) while %go1 {
// CHECK-NEXT:       %c1: i32 = const 7
// CHECK-NEXT:       %div: i32 = div %v2, %c1
// CHECK-NEXT:       %c2: i32 = const 1
// CHECK-NEXT:       %add: i32 = add %div, %c2
// CHECK-NEXT:       %v3: i32 = sub %v2, %add
// CHECK-NEXT:       %c3: i32 = const 3
// CHECK-NEXT:       %gt: bool = gt %v3, %c3
// CHECK-NEXT:       yield %gt, %v3
// CHECK-NEXT:     }
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %v1
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
