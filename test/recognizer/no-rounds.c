// Iterations of a round meet where the step is not 1, and in a ring of few
// elements rounds are too short.
// RUN: %clang -O1 -c %s -o /dev/null -fplugin-arg-loft-remarks 2>&1 | FileCheck %s

// CHECK: :[[@LINE+4]]:{{.*}}: warning: loop stays as it is: {{.*}} wrote in 'y'
void steps(int *restrict y, const int *x, int n, int m) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[(3 * i) % m] -= x[i] & y[(3 * i) % m];
}

// CHECK: :[[@LINE+4]]:{{.*}}: warning: loop stays as it is: {{.*}} wrote in 'y'
void few(int *restrict y, const int *x, int n) {
#pragma loft
  for (unsigned i = 0; i < n; i++)
    y[i % 8] = y[i % 8] * 3 + x[i];
}
