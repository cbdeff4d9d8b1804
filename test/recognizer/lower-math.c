// <math.h> by name, float and double.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
#include <math.h>
void f(int n, double *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] = fma(sqrt(x[i]), fmin(x[i], 1.0), floor(fabs(x[i])));
    y[i] = expf(fmaxf(y[i], 0)) + powf(ceilf(y[i]), truncf(y[i]));
    x[i] += log(x[i]) * sin(x[i]) - cos(x[i]);
  }
}

// CHECK:      func @f(%n: i32, %x: []f64 {read,write}, %y: []f32 {read,write}) -> ([]f64, []f32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []f64, %y1: []f32 = loop (%i < %convert) (%x2 = %x, %y2 = %y) {
// CHECK-NEXT:     %index: f64 = index %x2, %i
// CHECK-NEXT:     %sqrt: f64 = sqrt %index
// CHECK-NEXT:     %c: f64 = const 0x1p+0
// CHECK-NEXT:     %min: f64 = min %index, %c
// CHECK-NEXT:     %abs: f64 = abs %index
// CHECK-NEXT:     %floor: f64 = floor %abs
// CHECK-NEXT:     %fma: f64 = fma %sqrt, %min, %floor
// CHECK-NEXT:     %x3: []f64 = update %x2, %i, %fma
// CHECK-NEXT:     %index1: f32 = index %y2, %i
// CHECK-NEXT:     %c1: f32 = const 0x0p+0
// CHECK-NEXT:     %max: f32 = max %index1, %c1
// CHECK-NEXT:     %exp: f32 = exp %max
// CHECK-NEXT:     %ceil: f32 = ceil %index1
// CHECK-NEXT:     %trunc: f32 = trunc %index1
// CHECK-NEXT:     %pow: f32 = pow %ceil, %trunc
// CHECK-NEXT:     %add: f32 = add %exp, %pow
// CHECK-NEXT:     %y3: []f32 = update %y2, %i, %add
// CHECK-NEXT:     %index2: f64 = index %x3, %i
// CHECK-NEXT:     %log: f64 = log %index2
// CHECK-NEXT:     %sin: f64 = sin %index2
// CHECK-NEXT:     %mul: f64 = mul %log, %sin
// CHECK-NEXT:     %cos: f64 = cos %index2
// CHECK-NEXT:     %sub: f64 = sub %mul, %cos
// CHECK-NEXT:     %add1: f64 = add %index2, %sub
// CHECK-NEXT:     %x4: []f64 = update %x3, %i, %add1
// CHECK-NEXT:     yield %x4, %y3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1, %y1
// CHECK-NEXT: }
