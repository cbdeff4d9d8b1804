// while: the condition before the loop and at the end of its body.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = x[i], k = 0;
    while (v > 1) {
      v = v & 1 ? 3 * v + 1 : v / 2;
      k++;
    }
    x[i] = k;
  }
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %c: i32 = const 0
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %v: i32 = index %x2, %i
// CHECK-NEXT:     %c1: i32 = const 1
// CHECK-NEXT:     %gt: bool = gt %v, %c1
// CHECK-NEXT:     %go: bool, %v1: i32, %k: i32 = loop (%go1 = %gt, %v2 = %v, %k1 = %c) while %go1 {
// CHECK-NEXT:       %and: i32 = and %v2, %c1
// CHECK-NEXT:       %ne: bool = ne %and, %c
// CHECK-NEXT:       %c2: i32 = const 3
// CHECK-NEXT:       %mul: i32 = mul %v2, %c2
// CHECK-NEXT:       %add: i32 = add %mul, %c1
// CHECK-NEXT:       %c3: i32 = const 2
// CHECK-NEXT:       %div: i32 = div %v2, %c3
// CHECK-NEXT:       %v3: i32 = select %ne, %add, %div
// CHECK-NEXT:       %k2: i32 = add %k1, %c1
// CHECK-NEXT:       %gt1: bool = gt %v3, %c1
// CHECK-NEXT:       yield %gt1, %v3, %k2
// CHECK-NEXT:     }
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %k
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
