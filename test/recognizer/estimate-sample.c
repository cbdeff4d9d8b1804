// The estimate that comes before a pass over data looks at a few rows, of few
// rows at fewer.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint 2>&1 | FileCheck %s

// CHECK-LABEL: func @product_estimate(
// CHECK: %[[PART:.*]]: i64 = const 16
// CHECK: %[[DIV:.*]]: i64 = div %[[N:.*]], %[[PART]]
// CHECK: %[[SUM:.*]]: i64 = add %[[DIV]], %{{.*}}
// CHECK: %[[MOST:.*]]: i64 = min %[[SUM]], %{{.*}}
// CHECK: %[[ROWS:.*]]: i64 = min %[[N]], %[[MOST]]
// CHECK: reduce (%i < %[[ROWS]])
// CHECK: index %first,
void
product(int n, const int *restrict first, const int *restrict to,
        const double *restrict value, const double *restrict x,
        double *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += value[k] * x[to[k]];
    y[i] = sum;
  }
}
