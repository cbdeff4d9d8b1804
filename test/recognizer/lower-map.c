// A counted loop over pointers: subscripts are i64, arrays are threaded.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, float a, float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = a * x[i];
}

// CHECK:      func @f(%n: i32, %a: f32, %x: []f32 {read}, %y: []f32 {write}) -> ([]f32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %y1: []f32 = loop (%i < %convert) (%y2 = %y) {
// CHECK-NEXT:     %index: f32 = index %x, %i
// CHECK-NEXT:     %mul: f32 = mul %a, %index
// CHECK-NEXT:     %y3: []f32 = update %y2, %i, %mul
// CHECK-NEXT:     yield %y3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %y1
// CHECK-NEXT: }
