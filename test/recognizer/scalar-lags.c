// Scalars that lag behind the index follow from it, in inner loops too.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @two(
// CHECK: map (
// CHECK-NOT: loop
// CHECK: return
void
two(int n, int *restrict r, const int *restrict a) {
  int j = n - 1, k = n - 2;
#pragma loft
  for (int i = 0; i < n; i++) {
    r[i] = a[i] + a[j] + a[k];
    k = j;
    j = i;
  }
}

// CHECK-LABEL: func @inner(
// CHECK: map (
// CHECK: reduce ({{.*}}[add
// CHECK-NOT: loop
// CHECK: return
void
inner(int m, int n, int *restrict r, const int *restrict a) {
#pragma loft
  for (int k = 0; k < m; k++) {
    int s = 0;
    for (int i = 0, j = n - 1; i < n; j = i++)
      s += a[j] * a[i + k];
    r[k] = s;
  }
}
