// What several parts of a loop compute each, the original computes once: a
// logarithm counts three times in the work of lifted code, 74,007 operations,
// and once in that of the original, 28,007.
// RUN: %clang -O2 -fplugin-arg-loft-emit=footprint -fplugin-arg-loft-emit-to=%t -c %s -o /dev/null
// RUN: FileCheck %s < %t
#include <math.h>
static double q[8], sx, sy;

// CHECK-LABEL: func @parts_footprint(
// CHECK: %[[ORIGINAL:.*]]: f64 = const 0x1.b59cp+14
// CHECK: %[[ALL:.*]]: f64 = const 0x1.2117p+16
// CHECK: return %c, %[[ALL]], %{{c[0-9]+}}, %{{c[0-9]+}}, %[[ORIGINAL]],
void
parts(const double x[1000]) {
#pragma loft
  for (int i = 0; i < 1000; i++)
    if (x[i] > 0.5) {
      double t = log(x[i]);
      q[(int)t & 7] += 1;
      sx += t;
      sy -= t;
    }
}
