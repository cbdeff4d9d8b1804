// A switch whose cases do not fall through.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int r;
    switch (x[i]) {
    case 1:
      r = 5;
      break;
    case 3 ... 8:
      r = 6;
      break;
    default:
      r = 7;
    }
    x[i] = r;
  }
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %index: i32 = index %x2, %i
// CHECK-NEXT:     %c: i32 = const 1
// CHECK-NEXT:     %eq: bool = eq %index, %c
// CHECK-NEXT:     %c1: i32 = const 3
// CHECK-NEXT:     %c2: i32 = const 8
// CHECK-NEXT:     %ge: bool = ge %index, %c1
// CHECK-NEXT:     %le: bool = le %index, %c2
// CHECK-NEXT:     %and: bool = and %ge, %le
// CHECK-NEXT:     %or: bool = or %eq, %and
// CHECK-NEXT:     %c3: i32 = const 5
// CHECK-NEXT:     %c4: i32 = const 6
// CHECK-NEXT:     %select: i32 = select %and, %c4, %c3
// CHECK-NEXT:     %c5: i32 = const 7
// CHECK-NEXT:     %select1: i32 = select %or, %select, %c5
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %select1
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
