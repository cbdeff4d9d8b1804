// Conversions are explicit; bool is != 0.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, float *x, _Bool *b, unsigned char *c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    b[i] = x[i];
    c[i] = x[i];
    x[i] = b[i] + (double)c[i];
  }
}

// CHECK:      func @f(%n: i32, %x: []f32 {read,write}, %b: []bool {read,write}, %c: []u8 {read,write}) -> ([]f32, []bool, []u8) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []f32, %b1: []bool, %c1: []u8 = loop (%i < %convert) (%x2 = %x, %b2 = %b, %c2 = %c) {
// CHECK-NEXT:     %index: f32 = index %x2, %i
// CHECK-NEXT:     %c3: f32 = const 0x0p+0
// CHECK-NEXT:     %ne: bool = ne %index, %c3
// CHECK-NEXT:     %b3: []bool = update %b2, %i, %ne
// CHECK-NEXT:     %convert1: u8 = convert %index
// CHECK-NEXT:     %c4: []u8 = update %c2, %i, %convert1
// CHECK-NEXT:     %index1: bool = index %b3, %i
// CHECK-NEXT:     %convert2: f64 = convert %index1
// CHECK-NEXT:     %index2: u8 = index %c4, %i
// CHECK-NEXT:     %convert3: f64 = convert %index2
// CHECK-NEXT:     %add: f64 = add %convert2, %convert3
// CHECK-NEXT:     %convert4: f32 = convert %add
// CHECK-NEXT:     %x3: []f32 = update %x2, %i, %convert4
// CHECK-NEXT:     yield %x3, %b3, %c4
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1, %b1, %c1
// CHECK-NEXT: }
