// Sums that are kept within bounds: largest sums of neighbours, levels of a
// buffer, counters that saturate. The sums of what the bounds cut off do not
// fit the scalar's type.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck --check-prefix=LOG %s
// LOG-COUNT-3: wide ({{.*}}): cpu
// LOG: wide ({{.*}}): original: {{.*}}guard failed{{.*}}= 4611686018427387904
#include <stdint.h>
#include <stdio.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 2 values + reduce max
__attribute__((noinline)) static int
largest(const int *x, long n) {
  int sum = 0, best = INT32_MIN;
#pragma loft
  for (long i = 0; i < n; i++) {
    sum = MAX(x[i], sum + x[i]);
    best = MAX(best, sum);
  }
  return best;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 2 values + reduce max
__attribute__((noinline)) static int
restarted(const int *x, int n) {
  int sum = x[0], best = x[0];
#pragma loft
  for (int i = 1; i < n; i++) {
    if (sum < 0)
      sum = x[i];
    else
      sum += x[i];
    if (sum > best)
      best = sum;
  }
  return best;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 3 values
__attribute__((noinline)) static int
level(const int *x, size_t n, int *out) {
  int v = 5;
#pragma loft
  for (size_t i = 0; i < n; i++) {
    v += x[i] % 64;
    if (v < 0)
      v = 0;
    else if (v > 255)
      v = 255;
    out[i] = v;
  }
  return v;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to reduce of 3 values
__attribute__((noinline)) static int
sometimes(const int *x, int n, int most) {
  int v = 5;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] & 4) {
      v += x[i] & 31;
      v = v < most ? v : most;
    } else if (x[i] & 1)
      v = MAX(v - (x[i] & 63), -7);
  return v;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to reduce of 2 values
__attribute__((noinline)) static int64_t
wide(const int *x, int n, int64_t start) {
  int64_t v = start;
#pragma loft
  for (int i = 0; i < n; i++)
    v = v > 0 ? v + x[i] : x[i];
  return v;
}

int
main(void) {
  enum { N = 900 };
  static int x[N], out[N];
  unsigned seed = 1, h = 0;
  for (int k = 0; k < 4; k++)
    for (int n = 1; n <= N; n = n * 9 + 8) {
      for (int i = 0; i < N; i++) {
        seed = seed * 1664525 + 1013904223;
        x[i] = (int)(seed >> 8) % 100 - 50 + (k == 2) * 20;
        if (k == 3)
          x[i] = i % 3 == 1 ? 1000000000 : -1000000000 + i;
      }
      printf("%d %d %d ", largest(x, n), restarted(x, n), level(x, n, out));
      for (int i = 0; i < n; i++)
        h = h * 31 + (unsigned)out[i];
      printf("%u %d\n", h, sometimes(x, n, 40));
    }
  for (int k = 0; k < 4; k++)
    printf("%ld\n", (long)wide(x, N, (int64_t[]){0, -7, 1l << 39, 1l << 62}[k]));
}
