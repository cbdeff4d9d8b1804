// Subscripts that are one half of an element, other halves not being zero.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: loop stays
#include <stdint.h>
#include <stdio.h>

enum { N = 500 };
static uint64_t packed[N];
static float x[N], y[N];
static int mark[N];

#define FN __attribute__((noinline)) static

FN void
scatter(int n, const uint64_t *p, float *out, const float *in) {
#pragma loft
  for (int k = 0; k < n; k++)
    out[(uint32_t)p[k]] = in[k];
}

FN void
gather(int n, const uint64_t *p, float *out, const float *in) {
#pragma loft
  for (int k = 0; k < n; k++)
    out[k] += in[3 * (uint32_t)(p[k] >> 32) + 1];
}

// Of those that earlier iterations mark.
FN void
marked(int n, int rounds, const uint64_t *p, int *m, const float *in) {
#pragma loft region
  for (int t = 0; t < rounds; t++)
    for (int k = 0; k < n; k++)
      if (m[k] < t + 3)
        m[k] += in[(uint32_t)p[k]] > 100 ? 2 : 1;
}

static void
show(const char *name) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += (x[i] + 3 * y[i] + mark[i]) * (i % 17 + 1);
  printf("%s %.17g\n", name, sum);
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    packed[i] = (uint64_t)(i % 160) << 32 | (uint64_t)(i * 7 % N);
    x[i] = (float)(i * 31 % 211);
  }
  scatter(N, packed, y, x);
  show("scatter");
  gather(N, packed, y, x);
  show("gather");
  marked(N, 4, packed, mark, x);
  show("marked");
  return 0;
}
