// break ends the while part; the variable keeps its value.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
int f(int n, int *x) {
  int i;
#pragma loft
  for (i = 0; i < n; i++)
    if (x[i] == 3)
      break;
  return i;
}

// CHECK:      func @f(%n: i32, %x: []i32 {read}) -> (i32) {
// CHECK-NEXT:   %c: i32 = const 0
// CHECK-NEXT:   %c1: i64 = const 1
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %c2: bool = const true
// CHECK-NEXT:   %go: bool, %i: i32 = loop (%i1 < %convert) (%go1 = %c2, %i2 = %c) while %go1 {
// CHECK-NEXT:     %convert1: i32 = convert %i1
// CHECK-NEXT:     %index: i32 = index %x, %i1
// CHECK-NEXT:     %c3: i32 = const 3
// CHECK-NEXT:     %eq: bool = eq %index, %c3
// CHECK-NEXT:     %add: i64 = add %i1, %c1
// CHECK-NEXT:     %convert2: i32 = convert %add
// CHECK-NEXT:     %select: i32 = select %eq, %convert1, %convert2
// CHECK-NEXT:     %ne: bool = ne %index, %c3
// CHECK-NEXT:     yield %ne, %select
// CHECK-NEXT:   }
// CHECK-NEXT:   return %i
// CHECK-NEXT: }
