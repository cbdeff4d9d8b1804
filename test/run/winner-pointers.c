// Pointers that are set to places of another's array: to the best element, to
// the last one that fits; from somewhere else, or null, before.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN-COUNT-3: cpu, 1 thread
#include <stdio.h>

enum { N = 2500 };
typedef struct {
  float w;
  int id;
} item;
static float x[N];
static item p[N];

#define FN __attribute__((noinline)) static

FN const float *
least(int n, const float *v, const float *best) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (v[i] < *best)
      best = &v[i];
  return best;
}

FN const item *
heaviest(int n, const item *v) {
  const item *best = v;
#pragma loft
  for (const item *q = v + 1; q < v + n; q++)
    if (q->w >= best->w)
      best = q;
  return best;
}

FN const item *
last(int n, const item *v, int id) {
  const item *found = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (v[i].id % 100 == id)
      found = v + i;
  return found;
}

// Buffers that change places are no such pointers.
FN void
swaps(int n, int times, int *a, int *b) {
#pragma loft
  for (int t = 0; t < times; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    int *c = a;
    a = b;
    b = c;
  }
}

static int a[N], b[N];

int
main(void) {
  float other = -1000;
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i * 77 % 1009 - 300);
    p[i] = (item){(float)(i * 53 % 977), i * 7 % 331};
    a[i] = i % 13;
  }
  printf("%d %d\n", (int)(least(N, x, x) - x), (int)(least(N, x, x + 7) - x));
  printf("%d ", least(N, x, &other) == &other);
  other = 0;
  printf("%d\n", (int)(least(N, x, &other) - x));
  printf("%d %d\n", (int)(heaviest(N, p) - p), (int)(heaviest(1, p) - p));
  printf("%d %d\n", (int)(last(N, p, 31) - p), last(N, p, 100) == 0);
  swaps(N, 5, a, b);
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)a[i] * 7 + (unsigned)b[i];
  printf("%u\n", h);
}
