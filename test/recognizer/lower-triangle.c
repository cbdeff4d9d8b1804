// Inner bounds depend on outer variables, without any guard.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, double (*a)[n]) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      a[i][j] = a[j][i];
}

// CHECK:      func @f(%n: i32, %a: []f64 {read,write}) -> ([]f64) {
// CHECK-NEXT:   %c: i64 = const 1
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %a1: []f64 = loop (%i < %convert) (%a2 = %a) {
// CHECK-NEXT:     %add: i64 = add %i, %c
// CHECK-NEXT:     %sub: i64 = sub %convert, %add
// CHECK-NEXT:     %a3: []f64 = loop (%j < %sub) (%a4 = %a2) {
// CHECK-NEXT:       %add1: i64 = add %j, %add
// CHECK-NEXT:       %mul: i64 = mul %add1, %convert
// CHECK-NEXT:       %add2: i64 = add %mul, %i
// CHECK-NEXT:       %index: f64 = index %a4, %add2
// CHECK-NEXT:       %mul1: i64 = mul %i, %convert
// CHECK-NEXT:       %add3: i64 = add %mul1, %add1
// CHECK-NEXT:       %a5: []f64 = update %a4, %add3, %index
// CHECK-NEXT:       yield %a5
// CHECK-NEXT:     }
// CHECK-NEXT:     yield %a3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %a1
// CHECK-NEXT: }
