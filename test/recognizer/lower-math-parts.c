// frexp and modf store a part through their pointer; lround rounds, then
// converts; ldexp's exponent becomes a number; signbit looks at the bits.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
#include <math.h>
void f(int n, double *x, int *e, double *p, long *l) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double m = frexp(x[i], &e[i]) + modf(x[i], p + i);
    l[i] = lround(m) + (signbit(m) != 0);
    x[i] = ldexp(m, e[i]);
  }
}

// CHECK:     %[[x:.*]]: f64 = index %x{{.*}}, %i
// CHECK:     %[[e:.*]]: f64 = frexp_exponent %[[x]]
// CHECK:     %[[n:.*]]: i32 = convert %[[e]]
// CHECK:     update %e{{.*}}, %i, %[[n]]
// CHECK:     frexp_mantissa %[[x]]
// CHECK:     %[[t:.*]]: f64 = trunc
// CHECK:     update %p{{.*}}, %i, %[[t]]
// CHECK:     modf_fraction
// CHECK:     %[[r:.*]]: f64 = round %m
// CHECK:     i64 = convert %[[r]]
// CHECK:     i64 = bitcast %m
// CHECK:     %[[k:.*]]: f64 = convert
// CHECK:     scale_by %m, %[[k]]
