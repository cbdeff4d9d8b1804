// Which regions may run as the original or lifted, whichever is faster: those
// that give the same bits either way. There the end of the original is told.
// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O1 -ffast-math -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=LOOSE
// RUN: %clang -O1 -ffp-contract=fast -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=LOOSE
#include <math.h>

// CHECK-LABEL: define {{.*}}@product(
// CHECK: call void @loft_region_original_done(
// LOOSE-LABEL: define {{.*}}@product(
// LOOSE-NOT: original_done
void product(int n, const float *a, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0; // in order
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = sqrtf(s);
  }
}

// CHECK-LABEL: define {{.*}}@count(
// CHECK: call void @loft_region_original_done(
// LOOSE-LABEL: define {{.*}}@count(
// LOOSE: call void @loft_region_original_done(
int count(int n, const int *x) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i] > 3;
  return s;
}

// CHECK-LABEL: define {{.*}}@sum(
// CHECK-NOT: original_done
// LOOSE-LABEL: define {{.*}}@sum(
// LOOSE-NOT: original_done
// LOOSE-LABEL: define {{.*}}@powers(
float sum(int n, const float *x) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// CHECK-LABEL: define {{.*}}@powers(
// CHECK-NOT: original_done
void powers(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = expf(x[i]);
}

// A zero of either sign, which fmax leaves open, becomes the same integer.
// CHECK-LABEL: define {{.*}}@hidden(
// CHECK: call void @loft_region_original_done(
void hidden(int n, const float *x, unsigned char *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float bright = x[i] > 3 ? fmaxf(ceilf(x[i]), 0) : 0;
    y[i] = bright < 2 ? (unsigned char)(48 + 200 * bright) : (int)fminf(x[i], 9);
  }
}

// It is stored here, decides on the sign of a quotient, or on bits.
// CHECK-LABEL: define {{.*}}@stored(
// CHECK-NOT: original_done
void stored(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = 3 * fmaxf(x[i], 0);
}

// CHECK-LABEL: define {{.*}}@divides(
// CHECK-NOT: original_done
void divides(int n, const float *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = 1 / fmaxf(x[i], 0) < 0;
}

// CHECK-LABEL: define {{.*}}@carried(
// CHECK-NOT: original_done
// CHECK-LABEL: define {{.*}}@last(
void carried(int n, int m, const float *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < m; k++)
      s = -fmaxf(x[i * m + k], s);
    y[i] = (int)s;
  }
}

void last(void) {}
