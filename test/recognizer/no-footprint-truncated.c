// A float that is clamped on one side, to another float, or by a comparison
// that NaN may pass, bounds no integer.
// RUN: %clang -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK-COUNT-4: depends on what it writes itself{{.*}}LOFT161
#define REGION(NAME, CLAMP)                                                    \
  void NAME(int steps, int n, float far, float most, float *u, float *x) {     \
    _Pragma("loft region") for (int t = 0; t < steps; t++) {                   \
      for (int i = 0; i < n; i++) {                                            \
        float at = far * u[i];                                                 \
        CLAMP;                                                                 \
        x[i] = u[(int)at];                                                     \
      }                                                                        \
      for (int i = 0; i < n; i++)                                              \
        u[i] = x[i];                                                           \
    }                                                                          \
  }
REGION(above, if (at > n - 1) at = n - 1)
REGION(below, if (at < 0) at = 0)
REGION(other, if (at < 0) at = 0; if (at > most) at = most)
REGION(wrong, if (at < 0) at = 0; if (!(at > n - 1)) at = n - 1)
