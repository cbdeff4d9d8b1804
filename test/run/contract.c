// Products fused into sums (-ffp-contract=on, the default): the bits of the
// original, also in the order of sums inside of maps.
// REQUIRES: fma
// RUN: %clang -O2 -mfma %s -o %t %link && %three %t
// RUN: %clang -O0 -mfma %s -o %t %link && %three %t
// RUN: %clang -O3 -march=native %s -o %t %link && %three %t
// RUN: %clang -O2 -mfma -ffp-contract=off %s -o %t %link && %three %t
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 96 };
static float a[N * N], b[N * N], c[N * N];

// Adds the bits of "size" bytes to what is printed.
static void
print(const char *name, const void *p, size_t size) {
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < size; i++)
    h = (h ^ ((const unsigned char *)p)[i]) * 1099511628211u;
  printf("%s %016llx\n", name, (unsigned long long)h);
}

static void
fill(void) {
  uint32_t s = 1;
  for (int i = 0; i < N * N; i++) {
    s = s * 1664525u + 1013904223u;
    a[i] = (float)(s >> 8) / 1e7f - 1;
    b[i] = 1 / (a[i] + 3);
    c[i] = -a[i] * b[i];
  }
}

static void
residuals(int n, float *restrict y, const float *restrict x,
          const float *restrict z) {
#pragma loft map
  for (int i = 0; i < n; i++)
    y[i] = x[i] * z[i] + y[i];
}

static void
product(int n, float *restrict y, const float *restrict x,
        const float *restrict z) {
#pragma loft map
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        y[i * n + j] += x[i * n + k] * z[k * n + j];
}

static void
rows(int n, float *restrict y, const float *restrict x) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    float s = 0, t = 1;
    for (int j = 0; j < n; j++) {
      s += x[i * n + j] * x[j];
      t = t * x[i * n + j] - s;
    }
    y[i] = s + t;
  }
}

int
main(void) {
  fill();
  residuals(N * N, c, a, b);
  print("residuals", c, sizeof c);
  product(N, c, a, b);
  print("product", c, sizeof c);
  rows(N, b, a);
  print("rows", b, sizeof b);
  return 0;
}
