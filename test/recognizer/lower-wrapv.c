// With -fwrapv signed arithmetic wraps: it is done unsigned.
// RUN: %clang -fplugin-arg-loft-emit=lower -fwrapv -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 3 + 1;
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %index: i32 = index %x2, %i
// CHECK-NEXT:     %convert1: u32 = convert %index
// CHECK-NEXT:     %c: u32 = const 3
// CHECK-NEXT:     %mul: u32 = mul %convert1, %c
// CHECK-NEXT:     %c1: u32 = const 1
// CHECK-NEXT:     %add: u32 = add %mul, %c1
// CHECK-NEXT:     %convert2: i32 = convert %add
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %convert2
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
