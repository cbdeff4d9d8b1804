// Arrays are kept that structures point to or hold: their regions are in
// functions that get the structure. Members beside them may be used meanwhile.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t \
// RUN:   2>%t.log
// RUN: FileCheck %s --input-file=%t.log
//
// CHECK-COUNT-4: step{{.*}} down 0 B
// CHECK-NEXT: step{{.*}}what stayed comes back, 1 MiB
// One element is read after the second of three steps.
// CHECK-NEXT: held{{.*}} down 0 B
// CHECK-NEXT: held{{.*}} down 0 B
// CHECK-NEXT: held{{.*}}a part of what stays comes back
// CHECK-NEXT: held{{.*}} down 0 B
// CHECK-NEXT: held{{.*}}what stayed comes back
// CHECK-NOT: held
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 17 };
struct grid {
  int n, steps;
  int *a, *b;
};
struct held {
  int a[N], steps, b[N];
};
static struct held all;

__attribute__((noinline)) static void
step(struct grid *g) {
  int n = g->n, *restrict x = g->a, *restrict y = g->b;
#pragma loft
  for (int i = 1; i < n - 1; i++)
    y[i] = x[i - 1] * 3 - x[i + 1];
  g->a = y;
  g->b = x;
  g->steps++;
}

__attribute__((noinline)) static void
held(struct held *h, int odd) {
  int *restrict x = odd ? h->b : h->a, *restrict y = odd ? h->a : h->b;
#pragma loft
  for (int i = 1; i < N - 1; i++)
    y[i] = x[i - 1] * 3 - x[i + 1];
  h->steps++;
}

static unsigned
hash(const int *x) {
  unsigned h = 1;
  for (int i = 0; i < N; i++)
    h = (h ^ (unsigned)x[i]) * 16777619u;
  return h;
}

int
main(void) {
  struct grid g = {N, 0, malloc(N * sizeof *g.a), malloc(N * sizeof *g.b)};
  int element = 0;
  for (int i = 0; i < N; i++) {
    g.a[i] = all.a[i] = i % 1000;
    g.b[i] = all.b[i] = i;
  }
#pragma loft keep(g.a, g.b)
  while (g.steps < 4)
    step(&g);
  printf("%d %u %u\n", g.steps, hash(g.a), hash(g.b));

  struct held *h = &all;
#pragma loft keep(h->a, all.b)
  {
    held(h, h->steps % 2);
    held(h, h->steps % 2);
    element = h->a[5]; // loft warns
    held(h, h->steps % 2);
  }
  printf("%d %d %u %u\n", h->steps, element, hash(h->a), hash(h->b));
  free(g.a), free(g.b);
  return 0;
}
