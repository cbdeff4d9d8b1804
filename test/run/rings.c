// COVERS: shape-rounds
// Loops over rings run round by round: in a round no two iterations have the
// same element. Without a start within the ring, the original runs.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck --check-prefix=LOG %s
// LOG: echo ({{.*}}): original: {{.*}}guard failed
#include <stdio.h>

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to loop of map
__attribute__((noinline)) static int
echo(float *restrict y, const float *x, float *restrict d, int n, int m, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    float old = d[k];
    d[k] = x[i] + 0.5f * old;
    y[i] = old;
    if (++k >= m)
      k = 0;
  }
  return k;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to loop of map
__attribute__((noinline)) static void
latest(int *restrict d, const int *x, int n, int m, int k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    d[(k + i) % m] = x[i];
}

// CHECK: :[[@LINE+6]]:{{.*}}: remark: lifted to loop of reduce
__attribute__((noinline)) static int
sums(int *restrict d, const int *x, int n, unsigned k)
{
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += d[k];
    d[k] = d[k] * 3 + x[i];
    k = (k + 1) & 63;
  }
  return s;
}

int
main(void)
{
  enum { N = 200 };
  static int x[N], d[N];
  static float f[N], e[N], y[N];
  for (int i = 0; i < N; i++) {
    x[i] = i * 7919 % 251;
    f[i] = (float)x[i] / 16;
  }
  for (int n = 0; n <= N; n = n * 3 + 1)
    for (int m = 1; m < 200; m += 66) {
      int s = echo(y, f, e, n, m, m / 2);
      latest(d, x, n, m, m - 1);
      s += sums(d, x, n, (unsigned)m & 63) * 3;
      for (int i = 0; i < N; i++)
        s = s * 31 + d[i] + (int)(y[i] * 64) + (int)(e[i] * 64);
      printf("%d\n", s);
    }
  printf("%d\n", echo(y, f, e, 20, 5, 9)); // never comes back
}
