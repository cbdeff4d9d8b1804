// Floats that grow or decay within bounds. All sums and products here are
// exact, so that their order does not show.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck --check-prefix=LOG %s
// LOG: peaks ({{.*}}): cpu
// LOG: peaks ({{.*}}): original: {{.*}}guard failed
// LOG: peaks ({{.*}}): original: {{.*}}guard failed
#include <math.h>
#include <stdio.h>

enum { N = 2000 };
static float a[N], b[N];

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 2 values + reduce
__attribute__((noinline)) static float
largest(const float *x, int n) {
  float sum = 0, best = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    sum = x[i] > sum + x[i] ? x[i] : sum + x[i];
    best = fmaxf(best, sum);
  }
  return best;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 2 values
__attribute__((noinline)) static void
restarted(const float *x, float *y, int n) {
  float sum = -3;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (sum > 0)
      sum += x[i];
    else
      sum = x[i];
    y[i] = sum;
  }
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 3 values
__attribute__((noinline)) static double
level(const float *x, float *y, int n) {
  double v = 5;
#pragma loft
  for (int i = 0; i < n; i++) {
    v += x[i];
    if (v < -20)
      v = -20;
    else if (v > 255)
      v = 255;
    y[i] = v;
  }
  return v;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 2 values
__attribute__((noinline)) static void
peaks(const float *x, float *y, int n, float decay) {
  float e = 64;
#pragma loft
  for (int i = 0; i < n; i++) {
    e = fmaxf(fabsf(x[i]), e * decay);
    y[i] = e;
  }
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 3 values
__attribute__((noinline)) static void
leaks(const float *x, float *y, int n) {
  float e = 64;
#pragma loft
  for (int i = 0; i < n; i++) {
    e = 0.5f * e + 16;
    if (e > x[i])
      e = x[i];
    y[i] = e;
  }
}

// Factors of the iterations may be below 0.
// CHECK: :[[@LINE+6]]:{{.*}}: warning: loop stays
__attribute__((noinline)) static void
turns(const float *x, float *y, int n) {
  float e = 64;
#pragma loft
  for (int i = 0; i < n; i++) {
    e = fmaxf(x[i], e * x[n - 1 - i]);
    y[i] = e;
  }
}

static void
show(const float *x) {
  double h = 0;
  for (int i = 0; i < N; i++)
    h = h * 0.75 + x[i];
  printf("%a\n", h);
}

int
main(void) {
  for (int i = 0; i < N; i++)
    a[i] = (float)(i * 7919 % 1013 - 500) / 4;
  for (int n = 0; n <= N; n += n < 3 ? 1 : 333) {
    printf("%a\n", largest(a, n));
    restarted(a, b, n);
    show(b);
    printf("%a\n", level(a, b, n));
    show(b);
    leaks(a, b, n);
    show(b);
    turns(a, b, n > 3 ? 3 : n);
    show(b);
  }
  a[50] = INFINITY;
  a[60] = -INFINITY;
  a[70] = NAN;
  printf("%a\n", largest(a, N));
  restarted(a, b, N);
  show(b);
  a[50] = a[60] = a[70] = 3;
  peaks(a, b, N, 0.5f);
  show(b);
  peaks(a, b, N, 0);
  show(b);
  peaks(a, b, N, -0.5f);
  show(b);
}
