// Cases that are left to the original loop: calls for which they hold run it.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
#include <stdio.h>
enum { N = 60, M = 20 };
static float v[N], x[N * M];
static int place[N];
__attribute__((noinline)) static void
step(int n, int *place, float *v, const float *x, int m, int t) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < m; k++)
      s += x[i * m + k] * x[i * m + k];
    v[i] += s;
    if (t % 3 == 0) {
      place[i] = (int)s;
      v[i] += x[place[i]];
    }
  }
}
// CHECK-COUNT-1: loft: step ({{.*}}): cpu
// CHECK-COUNT-1: loft: step ({{.*}}): original
// CHECK-COUNT-2: loft: step ({{.*}}): cpu
// CHECK-COUNT-1: loft: step ({{.*}}): original
int
main(void) {
  double sum = 0;
  for (int i = 0; i < N * M; i++)
    x[i] = i % 7;
  for (int t = 2; t < 7; t++)
    step(N, place, v, x, M, t);
  for (int i = 0; i < N; i++)
    sum += v[i] * i + place[i];
  fprintf(stderr, "%g\n", sum);
  printf("%g\n", sum);
}
