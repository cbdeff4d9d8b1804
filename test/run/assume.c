// A condition that C assumes is asked for before the loop runs: where it does
// not hold, the original runs.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN-DAG: halves (/{{.*}}: cpu, 1 thread
// RAN-DAG: halves (/{{.*}}: original: its run-time guard failed
// RAN-DAG: rows (/{{.*}}: cpu, 1 thread
// RAN-DAG: rows (/{{.*}}: original: its run-time guard failed
#include <stdio.h>

enum { N = 900 };
static int a[4 * N];

#define FN __attribute__((noinline)) static

FN void
halves(int n, int k, int *v) {
#pragma loft assume(k % 2 == 1)
#pragma loft required
  for (int i = 0; i < n; i++)
    v[2 * i] = v[2 * i + k] * 3 + i;
}

FN void
rows(int h, int w, int stride, int *v) {
#pragma loft required
  for (int y = 0; y < h; y++) {
#pragma loft assume(stride >= w)
    for (int x = 0; x < w; x++)
      v[y * stride + x] = v[y * stride + x] * 5 + y;
  }
}

static void
show(const char *what) {
  unsigned sum = 0;
  for (int i = 0; i < 4 * N; i++)
    sum = sum * 31 + (unsigned)a[i];
  printf("%s %u\n", what, sum);
}

int
main(void) {
  for (int i = 0; i < 4 * N; i++)
    a[i] = i * 7 % 1000;
  halves(N, 1, a);
  show("odd");
  halves(N, 4, a);
  show("even");
  rows(30, 20, 25, a);
  show("apart");
  rows(30, 20, 15, a);
  show("overlapping");
  return 0;
}
