// While results stay, ranks exchange what their parts need and no more: of a
// stencil 62 elements of the row next to each neighbour. At the end of the
// statement all ranks get all. A region that the ranks do not share, and one
// that reads across, get what they touch before.
// REQUIRES: mpi
// RUN: %clang -O2 %s -o %t -lloftmpi %link
// RUN: %ranks %t
// RUN: FileCheck %s --input-file=%t.ranks.3
// RUN: cp %t.ranks.3 %t.log
// RUN: %ranks %t LOFT_OFFLOAD=default
// CHECK-DAG: step ({{.*}}): cpu, rank 0 of 3: 31 of 94 iterations: 0 B came, 0 B went, results stay
// CHECK-DAG: step ({{.*}}): cpu, rank 0 of 3: 31 of 94 iterations: 496 B came, 496 B went, results stay
// CHECK-DAG: step ({{.*}}): cpu, rank 1 of 3: 31 of 94 iterations: 992 B came, 992 B went, results stay
// CHECK-DAG: step ({{.*}}): cpu, rank 2 of 3: 32 of 94 iterations: 496 B came, 496 B went, results stay
// CHECK-DAG: rank 1 of 3: what stayed comes back: {{[0-9.]+}} KiB came
// CHECK-DAG: turn ({{.*}}): cpu, rank 1 of 3: 21 of 64 iterations: {{[0-9.]+}} KiB came
// CHECK-DAG: run ({{.*}}): each rank runs all of it
// RUN: grep -c 'rank 0 .*: 496 B came, 496 B went, results stay' %t.log \
// RUN:   | FileCheck %s --check-prefix=COUNT
// COUNT: 21
#include <stdio.h>
#include <string.h>

enum { H = 96, W = 64, STEPS = 20 };
static double u[H * W], v[H * W], w[W * H], z[H * W];

__attribute__((noinline)) static void
step(int h, const double *restrict from, double *restrict to) {
#pragma loft
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < W - 1; x++)
      to[y * W + x] =
          from[y * W + x] + 0.2 * (from[y * W + x - 1] + from[y * W + x + 1] +
                                   from[(y - 1) * W + x] +
                                   from[(y + 1) * W + x] - 4 * from[y * W + x]);
}

__attribute__((noinline)) static void
turn(int h, const double *restrict from, double *restrict to) {
#pragma loft
  for (int x = 0; x < W; x++)
    for (int y = 0; y < h; y++)
      to[x * h + y] = from[y * W + x] * 3;
}

__attribute__((noinline)) static void
run(int n, double *a) {
#pragma loft
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] > a[i] ? a[i - 1] : a[i];
}

static unsigned long
hash(const double *a) {
  unsigned long bits, h = 0;
  for (int i = 0; i < H * W; i++) {
    memcpy(&bits, &a[i], sizeof bits);
    h = h * 31 + bits;
  }
  return h;
}

int
main(void) {
  for (int i = 0; i < H * W; i++)
    u[i] = v[i] = z[i] = i % 97;
#pragma loft keep(u, v)
  for (int k = 0; k < STEPS; k++)
    step(H, k % 2 ? v : u, k % 2 ? u : v);
  printf("%lx %lx\n", hash(u), hash(v));
#pragma loft keep(u, v, w, z)
  {
    step(H, u, v);
    step(H, v, u);
    turn(H, u, w);
    step(H, u, v); // has all of u
    run(H * W, v);
    step(H, v, u);
    step(H, u, z);
    step(H, u, v); // has what the step before got
    run(H * W, w);
  }
  printf("%lx %lx %lx %lx\n", hash(u), hash(v), hash(w), hash(z));
  return 0;
}
