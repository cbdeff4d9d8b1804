// Statements that read what others write in other iterations go to loops of
// their own, in an order that keeps what they read.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
// COVERS: shape-parts

// b first: it reads a[i + 1] before the next iteration writes it.
// CHECK-LABEL: func @ahead(
// CHECK: map {{.*}}= %b)
// CHECK: map {{.*}}= %a)
void ahead(int n, float *restrict a, float *restrict b, const float *restrict c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    a[i] *= c[i];
    b[i] += a[i + 1];
  }
}

// e stays in order, a does not.
// CHECK-LABEL: func @half(
// CHECK: map {{.*}}= %a)
// CHECK-NOT: map
// CHECK: loop {{.*}}= %e)
// CHECK-NOT: map
void half(int n, float *restrict a, float *restrict e) {
#pragma loft
  for (int i = 1; i < n; i++) {
    a[i] += 1;
    e[i] = e[i - 1] * e[i - 1];
  }
}

// What was stored is no read of an array: b comes first, though it needs a[i].
// CHECK-LABEL: func @stored(
// CHECK: scan {{.*}}= %b)
// CHECK: map {{.*}}= %a)
void stored(int n, int *restrict a, int *restrict b, const int *restrict c) {
#pragma loft
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] + c[i];
    b[i] = a[i] + 3;
  }
}
