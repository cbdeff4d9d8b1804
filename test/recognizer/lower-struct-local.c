// A local structure is its fields.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
struct v {
  double x, y;
};
void f(int n, double *a) {
#pragma loft
  for (int i = 0; i < n; i++) {
    struct v v;
    v.x = a[i];
    v.y = v.x * 2;
    a[i] = v.x + v.y;
  }
}

// CHECK:      func @f(%n: i32, %a: []f64 {read,write}) -> ([]f64) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %a1: []f64 = loop (%i < %convert) (%a2 = %a) {
// CHECK-NEXT:     %v_x: f64 = index %a2, %i
// CHECK-NEXT:     %c: f64 = const 0x1p+1
// CHECK-NEXT:     %v_y: f64 = mul %v_x, %c
// CHECK-NEXT:     %add: f64 = add %v_x, %v_y
// CHECK-NEXT:     %a3: []f64 = update %a2, %i, %add
// CHECK-NEXT:     yield %a3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %a1
// CHECK-NEXT: }
