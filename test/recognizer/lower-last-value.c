// The loop variable is a result; it keeps its start when nothing ran.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
int f(int n, int *x) {
  int i;
#pragma loft
  for (i = 2; i < n; i++)
    x[i] = 1;
  return i;
}

// CHECK:      func @f(%n: i32, %x: []i32 {write}) -> ([]i32, i32) {
// CHECK-NEXT:   %c: i64 = const 0
// CHECK-NEXT:   %c1: i64 = const 2
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %c2: i64 = const -2
// CHECK-NEXT:   %add: i64 = add %convert, %c2
// CHECK-NEXT:   %x1: []i32 = loop (%i < %add) (%x2 = %x) {
// CHECK-NEXT:     %add1: i64 = add %i, %c1
// CHECK-NEXT:     %c3: i32 = const 1
// CHECK-NEXT:     %x3: []i32 = update %x2, %add1, %c3
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   %max: i64 = max %add, %c
// CHECK-NEXT:   %add2: i64 = add %max, %c1
// CHECK-NEXT:   %convert1: i32 = convert %add2
// CHECK-NEXT:   return %x1, %convert1
// CHECK-NEXT: }
