// ++ and -- give the old or the new value.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int a = x[i];
    int b = a++;
    int c = --a;
    x[i] = b * 100 + c;
  }
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %a: i32 = index %x2, %i
// CHECK-NEXT:     %c: i32 = const 100
// CHECK-NEXT:     %mul: i32 = mul %a, %c
// CHECK-NEXT:     %add: i32 = add %mul, %a
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %add
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
