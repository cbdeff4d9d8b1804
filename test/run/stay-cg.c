// Conjugate gradients as five functions in other files: every array goes up
// once, also where a region has it twice (dot(r, r)). Where a statement keeps
// the results, all regions use them where they are, also the one that looks
// through an index array first; they come back when the statement ends.
// REQUIRES: vulkan
// DEFINE: %{files} = %s %S/Inputs/cg_matrix.c %S/Inputs/cg_vectors.c
// RUN: %clang -O2 -Wall -Werror -I%S/Inputs %{files} -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.right
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t \
// RUN:   > %t.out 2> %t.log
// RUN: cmp %t.right %t.out
// RUN: %loft-info | grep "watching memory: no" || FileCheck %s --input-file=%t.log
// RUN: env LOFT_OFFLOAD=cpu %run%t keep > %t.right
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t keep \
// RUN:   > %t.out 2> %t.log
// RUN: cmp %t.right %t.out
// RUN: FileCheck %s --check-prefix=KEEP --input-file=%t.log
// RUN: grep -c ' up [1-9]' %t.log | FileCheck %s --check-prefix=UPS
// RUN: grep -c 'comes back\| down [1-9]' %t.log \
// RUN:   | FileCheck %s --check-prefix=DOWNS
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 LOFT_KEEP=0 \
// RUN:   %run%t keep 2>&1 | FileCheck %s --check-prefix=OFF
//
// The matrix and x; b; what the host makes of r.
// CHECK: product{{.*}} up 2.81 MiB
// CHECK-NEXT: residual{{.*}} up 338 KiB
// CHECK-NEXT: dot{{.*}} up 0 B
// CHECK-NEXT: product{{.*}} up 338 KiB
// CHECK-NOT: up {{[1-9]}}
//
// KEEP: product{{.*}} up 2.81 MiB {{.*}} down 0 B
// KEEP-NEXT: dot{{.*}} up 0 B {{.*}} down 0 B
// KEEP-NEXT: add_scaled{{.*}} up 338 KiB {{.*}} down 0 B
// KEEP-NEXT: add_scaled{{.*}} up 338 KiB {{.*}} down 0 B
// KEEP-NEXT: dot{{.*}} up 0 B {{.*}} down 0 B
// KEEP-NEXT: scale_and_add{{.*}} up 0 B {{.*}} down 0 B
// KEEP-COUNT-7: product{{.*}} up 0 B {{.*}} down 0 B
// KEEP: scale_and_add{{.*}} what stayed comes back, 1.32 MiB
// The matrix and p, x, r; all once.
// UPS: {{^3$}}
// DOWNS: {{^1$}}
// OFF: dot{{.*}} up 338 KiB
// OFF-NOT: comes back
#include <stdio.h>
#include <stdlib.h>

#include "cg.h"

static int *column;
static double *value, *b, *x, *r, *p, *q;

// A diagonally dominant matrix of the grid's neighbours.
static void
fill(void) {
  for (int i = 0; i < N; i++) {
    const int at[WIDTH] = {i - SIDE, i - 1, i, i + 1, i + SIDE};
    for (int k = 0; k < WIDTH; k++) {
      int in = at[k] >= 0 && at[k] < N;
      column[i * WIDTH + k] = in ? at[k] : i;
      value[i * WIDTH + k] = k == 2 ? 4.5 : -in;
    }
    b[i] = i % 17 - 8;
    x[i] = 0;
  }
}

// Does so many steps; "now": the square of the residual's length.
static double
solve(int steps, double now) {
  for (int k = 0; k < steps; k++) {
    product(N, column, value, p, q);
    double a = now / dot(N, p, q);
    add_scaled(N, a, p, x);
    add_scaled(N, -a, q, r);
    double next = dot(N, r, r);
    scale_and_add(N, next / now, r, p);
    now = next;
  }
  return now;
}

int
main(int argc, char **argv) {
  (void)argv;
  column = malloc(WIDTH * N * sizeof *column);
  value = malloc(WIDTH * N * sizeof *value);
  b = malloc(N * sizeof *b), x = malloc(N * sizeof *x);
  r = malloc(N * sizeof *r), p = malloc(N * sizeof *p);
  q = malloc(N * sizeof *q);
  fill();
  double now = 0;
  if (argc > 1) {
    for (int i = 0; i < N; i++)
      now += (p[i] = r[i] = b[i]) * b[i];
#pragma loft keep(column, value, x, r, p, q)
    now = solve(8, now);
  } else {
    product(N, column, value, x, q);
    residual(N, b, q, r);
    for (int i = 0; i < N; i++)
      p[i] = r[i];
    now = solve(8, dot(N, r, r));
  }
  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i];
  printf("%.17g %.17g\n", now, s);
  free(column), free(value), free(b);
  free(x), free(r), free(p), free(q);
  return 0;
}
