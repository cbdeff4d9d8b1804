// No matrices of maxima and sums: unsigned and long numbers, which may wrap; a
// scalar that does not follow from both; a maximum beside a minimum; a bound.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define BEST(name, type, first, second)                                        \
  type name(const int *x, int n) {                                             \
    type a = 0, b = 0;                                                         \
    _Pragma("loft") for (int i = 0; i < n; i++) {                              \
      type p = first;                                                          \
      b = second;                                                              \
      a = p;                                                                   \
    }                                                                          \
    return a - b;                                                              \
  }

// CHECK-LABEL: func @both(
// CHECK: reduce (
BEST(both, int, MAX(a + x[i], b - 1), MAX(a - 1, b + x[i]))
// CHECK: [[@LINE+1]]:{{.*}}warning: loop stays
BEST(without_sign, unsigned, MAX(a + x[i], b - 1), MAX(a - 1, b + x[i]))
// CHECK: [[@LINE+1]]:{{.*}}warning: loop stays
BEST(wide, long, MAX(a + x[i], b - 1), MAX(a - 1, b + x[i]))
// CHECK: [[@LINE+1]]:{{.*}}warning: loop stays
BEST(mixed, int, MAX(a + x[i], b - 1), MIN(a - 1, b + x[i]))
// CHECK: [[@LINE+1]]:{{.*}}warning: loop stays
BEST(bounded, int, MAX(MAX(a + x[i], b - 1), 0), MAX(a - 1, b + x[i]))
