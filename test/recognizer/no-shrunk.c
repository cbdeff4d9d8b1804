// Strips of few iterations are not worth their kernels; and those of distances
// that change from iteration to iteration would differ.
// RUN: %clang -O1 -c %s -o /dev/null -fplugin-arg-loft-remarks 2>&1 | FileCheck %s

// CHECK: :[[@LINE+4]]:{{.*}}: warning: loop stays as it is: {{.*}} wrote in 'y': a recurrence
void few(int *restrict y, const int *x, int n) {
#pragma loft
  for (int i = 4; i < n; i++)
    y[i] = (y[i - 4] ^ y[i - 3] * 3) / x[i];
}

// CHECK: :[[@LINE+4]]:{{.*}}: warning: loop stays as it is: {{.*}} wrote in 'y': a recurrence
void one_is_few(int *restrict y, const int *x, int n, int d) {
#pragma loft
  for (int i = d; i < n; i++)
    y[i] = (y[i - d] ^ y[i - 3] * 3) / x[i];
}

// CHECK: :[[@LINE+4]]:{{.*}}: warning: loop stays as it is: {{.*}} 'y'
void halves(int *restrict y, const int *x, int n) {
#pragma loft
  for (int i = 64; i < n; i++)
    y[i] = y[i / 2] * 3 + x[i];
}
