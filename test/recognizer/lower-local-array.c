// A local array with an initializer; what is not given is zero.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[3] = {7};
    t[2] = i;
    x[i] = t[x[i]];
  }
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %c: i32 = const 0
// CHECK-NEXT:   %c1: i64 = const 0
// CHECK-NEXT:   %c2: i64 = const 1
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %convert1: i32 = convert %i
// CHECK-NEXT:     %c3: i64 = const 3
// CHECK-NEXT:     %t: []i32 = alloc %c3 {space=private}
// CHECK-NEXT:     %c4: i32 = const 7
// CHECK-NEXT:     %t1: []i32 = update %t, %c1, %c4
// CHECK-NEXT:     %t2: []i32 = update %t1, %c2, %c
// CHECK-NEXT:     %c5: i64 = const 2
// CHECK-NEXT:     %t3: []i32 = update %t2, %c5, %c
// CHECK-NEXT:     %t4: []i32 = update %t3, %c5, %convert1
// CHECK-NEXT:     %index: i32 = index %x2, %i
// CHECK-NEXT:     %convert2: i64 = convert %index
// CHECK-NEXT:     %index1: i32 = index %t4, %convert2
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %index1
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
