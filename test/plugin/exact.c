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
// CHECK-LABEL: define {{.*}}@last(
void powers(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = expf(x[i]);
}

void last(void) {}
