// A variable-length array of two dimensions.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int m, int a[n][m]) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *(*(a + i) + j) = i;
}

// CHECK:      func @f(%n: i32, %m: i32, %a: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %a1: []i32 = loop (%i < %convert) (%a2 = %a) {
// CHECK-NEXT:     %convert1: i32 = convert %i
// CHECK-NEXT:     %convert2: i64 = convert %m
// CHECK-NEXT:     %a3: []i32 = loop (%j < %convert2) (%a4 = %a2) {
// CHECK-NEXT:       %mul: i64 = mul %i, %convert2
// CHECK-NEXT:       %add: i64 = add %mul, %j
// CHECK-NEXT:       %a5: []i32 = update %a4, %add, %convert1
// CHECK-NEXT:       yield %a5
// CHECK-NEXT:     }
// CHECK-NEXT:     yield %a3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %a1
// CHECK-NEXT: }
