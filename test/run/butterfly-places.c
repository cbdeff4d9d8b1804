// Butterflies of three and four places of an array, at distances that are sizes
// without sign: they are apart, or the loop runs in order.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: four ({{.*}}): cpu
// CHECK-DAG: three ({{.*}}): cpu
// CHECK-DAG: sums ({{.*}}): cpu
#include <stddef.h>
#include <stdio.h>

#include "Inputs/hash.h"

typedef struct {
  float r, i;
} cpx;
enum { M = 40, N = 4 * M };
static cpx x[N], tw[N];
static int v[N];

static cpx
times(cpx a, cpx b)
{
  return (cpx){a.r * b.r - a.i * b.i, a.r * b.i + a.i * b.r};
}

__attribute__((noinline)) static void
four(cpx *f, size_t step, const cpx *w, int inverse, size_t m, size_t n)
{
  cpx s[6];
  const cpx *w1 = w, *w2 = w, *w3 = w;
  size_t k = n;
  const size_t m2 = 2 * m, m3 = 3 * m;
#pragma loft required
  do {
    s[0] = times(f[m], *w1);
    s[1] = times(f[m2], *w2);
    s[2] = times(f[m3], *w3);
    s[5] = (cpx){f->r - s[1].r, f->i - s[1].i};
    f->r += s[1].r;
    f->i += s[1].i;
    s[3] = (cpx){s[0].r + s[2].r, s[0].i + s[2].i};
    s[4] = (cpx){s[0].r - s[2].r, s[0].i - s[2].i};
    f[m2] = (cpx){f->r - s[3].r, f->i - s[3].i};
    w1 += step;
    w2 += step * 2;
    w3 += step * 3;
    f->r += s[3].r;
    f->i += s[3].i;
    if (inverse) {
      f[m] = (cpx){s[5].r - s[4].i, s[5].i + s[4].r};
      f[m3] = (cpx){s[5].r + s[4].i, s[5].i - s[4].r};
    } else {
      f[m] = (cpx){s[5].r + s[4].i, s[5].i - s[4].r};
      f[m3] = (cpx){s[5].r - s[4].i, s[5].i + s[4].r};
    }
    ++f;
  } while (--k);
}

__attribute__((noinline)) static void
three(cpx *f, size_t m, size_t n)
{
  const size_t m2 = 2 * m;
#pragma loft required
  for (size_t k = 0; k < n; k++) {
    cpx t = {f[k + m].r + f[k + m2].r, f[k + m].i - f[k + m2].i};
    f[k + m].r = f[k].r - t.r * 0.5f;
    f[k + m].i = f[k].i - t.i * 0.5f;
    f[k].r += t.r;
    f[k].i += t.i;
    f[k + m2].r = f[k + m].r + t.i;
    f[k + m2].i = f[k + m].i - t.r;
  }
}

// Places in any order.
__attribute__((noinline)) static void
sums(int *a, int p, int q, int r, int n)
{
#pragma loft required
  for (int k = 0; k < n; k++) {
    int t = a[k];
    a[k] = t + a[k + r];
    a[k + p] = t - a[k + q];
    a[k + q] = t ^ 5;
    a[k + r] = t * 3;
  }
}

int
main(void)
{
  for (int k = 0; k < N; k++) {
    x[k] = (cpx){(float)(k % 13) - 6, (float)(k * k % 7)};
    tw[k] = (cpx){(float)(k % 5) / 4, (float)(k % 3) / 8};
    v[k] = k * 31 % 257;
  }
  for (size_t m = 4; m <= M; m += 12) {
    four(x, 1, tw, m % 8 == 0, m, m);
    printf("%08x", hash(x, sizeof x));
    four(x, 1, tw, 1, m - 2, m);
    printf(" %08x", hash(x, sizeof x));
    three(x, m, m);
    printf(" %08x", hash(x, sizeof x));
    three(x, m - 3, m);
    printf(" %08x", hash(x, sizeof x));
    three(x + 1, (size_t)-1, m);
    printf(" %08x", hash(x, sizeof x));
    for (int k = 0; k < N; k++)
      x[k] = (cpx){(float)(k % 13) - 6, (float)(k * k % 7)};
  }
  printf("\n");
  sums(v, M, 2 * M, 3 * M, M);
  printf("%08x", hash(v, sizeof v));
  sums(v, 3 * M, 2 * M, M, M);
  printf(" %08x", hash(v, sizeof v));
  sums(v, 3, 20, M, M);
  printf(" %08x", hash(v, sizeof v));
  sums(v + 2 * M, M, -M, -2 * M, M);
  printf(" %08x\n", hash(v, sizeof v));
  return 0;
}
