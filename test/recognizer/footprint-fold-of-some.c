// The footprint asks whether there is a NaN, by a fold that gives extrema, too,
// which it does not need.
// RUN: %clang -fplugin-arg-loft-emit=footprint -fplugin-arg-loft-remarks -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK-NOT: internal error
// CHECK: func @f_footprint(
// CHECK: %[[ANY:any[0-9]*]]: bool = reduce ({{.*}} [or
// CHECK: if %[[ANY]]
// CHECK: remark: lifted to
#include <math.h>
typedef struct {
  unsigned long tda;
  double *data;
} matrix;
static inline double
get(const matrix *m, unsigned long i, unsigned long j) {
  return m->data[i * m->tda + j];
}
void f(unsigned long n, const matrix *a, double *out) {
  double most = 0, below = 0;
#pragma loft
  for (unsigned long i = 0; i < n; i++) {
    double x = get(a, i, i);
    most = most > fabs(x) ? most : fabs(x);
    for (unsigned long j = 0; j < i; j++) {
      double y = get(a, i, j);
      below = below > fabs(y) ? below : fabs(y);
    }
  }
  *out = most + below;
}
