// Where the target has fused multiply-add, a product is fused into the sum that
// it is an operand of, as Clang does: the left one of two; through signs,
// parentheses and commas; not through variables, calls or conversions.
// REQUIRES: x86
// RUN: %clang -mfma -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clang -mfma -ffp-contract=off -fplugin-arg-loft-emit=lower \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck --check-prefix=OFF %s
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck --check-prefix=OFF %s
// OFF-NOT: = fma
static float times(float x, float y) { return x * y; }

// CHECK-LABEL: func @sums(
// CHECK: %fma: f32 = fma %index, %index1, %index2
// CHECK: update %y2, %mul, %fma
// CHECK: %neg: f32 = neg %index2
// CHECK: %fma1: f32 = fma %index, %index1, %neg
// CHECK: %neg1: f32 = neg %index{{$}}
// CHECK: %fma2: f32 = fma %neg1, %index1, %index2
// CHECK: %mul1: f32 = mul %index1, %index2
// CHECK: %fma3: f32 = fma %index, %index1, %mul1
// CHECK: update %y6, %add3, %fma2
// CHECK: update %y7, %add4, %fma
void sums(int n, float *restrict y, const float *restrict a,
          const float *restrict b, const float *restrict c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[6 * i] = a[i] * b[i] + c[i];
    y[6 * i + 1] = a[i] * b[i] - c[i];
    y[6 * i + 2] = c[i] - a[i] * b[i];
    y[6 * i + 3] = a[i] * b[i] + b[i] * c[i];
    y[6 * i + 4] = -(a[i] * b[i]) + c[i];
    y[6 * i + 5] = c[i] + ((void)0, +(a[i] * b[i]));
  }
}

// CHECK-LABEL: func @apart(
// CHECK-NOT: = fma
// CHECK: return
void apart(int n, float *restrict y, const float *restrict a,
           const float *restrict b, const float *restrict c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float p = a[i] * b[i], q;
    y[4 * i] = p + c[i];
    y[4 * i + 1] = times(a[i], b[i]) + c[i];
    y[4 * i + 2] = (float)((double)(a[i] * b[i]) + c[i]);
    y[4 * i + 3] = (q = a[i] * b[i]) + c[i] + -(-(a[i] * b[i]));
  }
}

// CHECK-LABEL: func @updates(
// CHECK: = fma %index, %index1, %index2
// CHECK: %neg: f32 = neg %index
// CHECK: = fma %neg, %index1,
// CHECK: = mul
// CHECK-NOT: = fma
// CHECK: return
void updates(int n, float *restrict y, const float *restrict a,
             const float *restrict b) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] += a[i] * b[i];
    y[i] -= a[i] * b[i];
    {
#pragma STDC FP_CONTRACT OFF
      y[i] += a[i] * b[i];
    }
  }
}
