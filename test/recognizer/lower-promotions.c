// Small types are computed in int and converted back.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, signed char *x, unsigned short *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}

// CHECK:      func @f(%n: i32, %y: []u16 {read}, %x: []i8 {read,write}) -> ([]i8) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i8 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %index: u16 = index %y, %i
// CHECK-NEXT:     %convert1: i32 = convert %index
// CHECK-NEXT:     %index1: i8 = index %x2, %i
// CHECK-NEXT:     %convert2: i32 = convert %index1
// CHECK-NEXT:     %add: i32 = add %convert2, %convert1
// CHECK-NEXT:     %convert3: i8 = convert %add
// CHECK-NEXT:     %x3: []i8 = update %x2, %i, %convert3
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
