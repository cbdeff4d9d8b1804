// A constant table is captured, a constant scalar is its value.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
static const short table[4] = {2, 3, 5, 7};
static const int k = 3;
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = table[i & k];
}

// CHECK:      func @f(%n: i32, %table: []i16 {read}, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %c: i32 = const 3
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %convert1: i32 = convert %i
// CHECK-NEXT:     %and: i32 = and %convert1, %c
// CHECK-NEXT:     %convert2: i64 = convert %and
// CHECK-NEXT:     %index: i16 = index %table, %convert2
// CHECK-NEXT:     %convert3: i32 = convert %index
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %convert3
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
