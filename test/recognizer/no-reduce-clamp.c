// Sums that C may wrap are no sums within bounds, nor are those that start again
// below the bound that they are compared with.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clang -fwrapv -DWRAPS -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=WRAPS

#define SUM(name, type, bound)                                                 \
  void name(const type *x, type *out, int n) {                                 \
    type v = 0;                                                                \
    _Pragma("loft") for (int i = 0; i < n; i++) {                              \
      v += x[i];                                                               \
      bound;                                                                   \
      out[i] = v;                                                              \
    }                                                                          \
  }

// WRAPS: LOFT149
// CHECK-LABEL: func @bounded(
// CHECK: scan
SUM(bounded, int, if (v < 0) v = 0)

#ifndef WRAPS
// CHECK: [[@LINE+1]]:{{.*}}LOFT149
SUM(unsigned_sum, unsigned, if (v < 9) v = 9)
// CHECK: [[@LINE+1]]:{{.*}}LOFT149
SUM(narrow, short, if (v < 0) v = 0)
// CHECK: [[@LINE+1]]:{{.*}}LOFT149
SUM(jumps, int, if (v < 10) v = 0)
// CHECK: [[@LINE+1]]:{{.*}}LOFT149
SUM(crossed, int, if (v > 0) v = 9; else if (v < -9) v = -9)
#endif
