// long double is f80: literals have 80 bits, and products are not fused into sums
// whatever the processor has; where it is a double it is f64.
// RUN: %clang -O1 -mfma -ffp-contract=on -fsyntax-only -fplugin-arg-loft-emit=common %s 2>&1 | FileCheck %s
// RUN: %clang -O1 -mlong-double-64 -fsyntax-only -fplugin-arg-loft-emit=common %s 2>&1 | FileCheck %s --check-prefix=F64
// REQUIRES: x86
void scale(int n, long double *restrict x, const double *restrict y,
           long double by) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = y[i] * by + 0.1L;
}
// CHECK-LABEL: func @scale
// CHECK-SAME: by: f80
// CHECK: f80 = convert
// CHECK: f80 = mul
// CHECK: const 0xc.ccccccccccccccdp-7
// CHECK: f80 = add
// F64-LABEL: func @scale
// F64-SAME: by: f64
// F64-NOT: f80
