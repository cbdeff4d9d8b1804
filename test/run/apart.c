// Accesses of one array at a distance that a parameter tells: apart for some
// sizes, ahead or behind for others.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN-DAG: move (/{{.*}}: cpu, 1 thread
// RAN-DAG: move (/{{.*}}: original: its run-time guard failed
// RAN-DAG: cross (/{{.*}}: cpu, 1 thread
// RAN-DAG: cross (/{{.*}}: original: its run-time guard failed
#include <stdio.h>

enum { N = 900 };
static int a[4 * N];

#define FN __attribute__((noinline)) static

FN void
move(int n, int k, int *v) {
#pragma loft
  for (int i = 0; i < n; i++)
    v[i + k] = v[i] * 2 + 1;
}

FN void
down(int n, int k, int *v) {
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    v[i] = v[i + k] - 3;
}

FN void
add(int n, int k, int m, int *v) {
#pragma loft
  for (int i = 0; i < n; i++)
    v[2 * i + k] += v[2 * i + m];
}

// Both are read and written: no copy helps.
FN void
cross(int n, int k, int *v) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int x = v[i], y = v[i + k];
    v[i] = x + y;
    v[i + k] = x - y;
  }
}

// In steps of which each has its own distance.
FN void
steps(int n, int times, int *v) {
#pragma loft
  for (int t = 1; t <= times; t++)
    for (int i = 0; i < n; i++)
      v[i + t * n] = v[i] + t;
}

static void
fill(void) {
  for (int i = 0; i < 4 * N; i++)
    a[i] = i * 7 % 1013;
}

static void
show(void) {
  unsigned h = 0;
  for (int i = 0; i < 4 * N; i++)
    h = h * 31 + (unsigned)a[i];
  printf("%u ", h);
}

int
main(void) {
  static const int by[] = {N, N + 5, N - 1, 1, 0, -1, -N + 1, -N, 2 * N};
  for (int b = 0; b < 9; b++) {
    int k = by[b], *v = a + N;
    fill();
    move(N, k, v);
    show();
    down(N, k, v);
    show();
    add(N / 2, k, 0, v);
    show();
    add(N / 2, 3, k, v);
    show();
    cross(N, k, v);
    show();
    move(0, k, v);
    show();
    printf("\n");
  }
  fill();
  steps(N, 3, a);
  show();
}
