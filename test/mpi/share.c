// Regions that ranks share have the bits of one rank: maps, arrays of which
// ranks write elements in between each other's, sums of integers, of floats in
// a tree, and several results.
// REQUIRES: mpi
// RUN: %clang -O2 %s -o %t -lloftmpi %link
// RUN: env BITS=lifted %ranks %t
// RUN: FileCheck %s --input-file=%t.ranks.3
// CHECK-DAG: map ({{.*}}): cpu, rank 0 of 3: 20000 of 60000 iterations: 156 KiB came, 156 KiB went
// CHECK-DAG: columns ({{.*}}): cpu, rank 2 of 3: 22 of 64 iterations
// CHECK-DAG: count ({{.*}}): cpu, rank 1 of 3: 333 of 1000 iterations: 0 B came, 0 B went
// CHECK-DAG: tree ({{.*}}): cpu, rank 1 of 3: 20480 of 60000 iterations
// CHECK-DAG: bounds ({{.*}}): cpu, rank 1 of 3
// CHECK-DAG: evens ({{.*}}): cpu, rank 1 of 3
// CHECK-DAG: few ({{.*}}): cpu, rank 0 of 3: 0 of 2 iterations
// CHECK-DAG: in_order ({{.*}}): each rank runs all of it:
// CHECK-DAG: odd ({{.*}}): each rank runs all of it: its sums cannot be cut into pieces of that size
#include <stdio.h>

enum { N = 60000, H = 1000, W = 64 };
static float x[N], y[N];
static int h[H], t[H][W], e[2 * H];

__attribute__((noinline)) static void
map(int n, float a) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

__attribute__((noinline)) static void
columns(int n) {
#pragma loft
  for (int j = 0; j < W; j++)
    for (int i = 0; i < n; i++)
      t[i][j] = h[i] * 7 + j;
}

__attribute__((noinline)) static void
evens(int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    e[i] = i * 3;
    e[n + i] = h[i];
  }
}

__attribute__((noinline)) static long
count(int n) {
  long s = 5;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (long)h[i] * i;
  return s;
}

__attribute__((noinline)) static float
tree(int n, float s) {
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s / 3;
}

__attribute__((noinline)) static void
bounds(int n, int *to) {
  int least = h[0], most = h[0];
#pragma loft
  for (int i = 0; i < n; i++) {
    least = h[i] < least ? h[i] : least;
    most = h[i] > most ? h[i] : most;
  }
  to[0] = least;
  to[1] = most;
}

__attribute__((noinline)) static void
few(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < W; j++)
      t[i][j] += j;
}

__attribute__((noinline)) static void
in_order(int n) {
#pragma loft
  for (int i = 1; i < n; i++)
    h[i] = h[i - 1] + e[i];
}

__attribute__((noinline)) static float
odd(int n) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      s += x[i * 100 + j];
  return s;
}

int
main(void) {
  int to[2];
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 1013) / 7;
    y[i] = (float)(i % 177) / 3;
  }
  for (int i = 0; i < H; i++)
    h[i] = i * 7919 % 31 - 9;
  map(N, 1.5f);
  columns(H);
  evens(H);
  bounds(H, to);
  few(2);
  printf("%ld %a %d %d\n", count(H), (double)tree(N, 0.25f), to[0], to[1]);
  in_order(H);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += (double)y[i] * (1 + i % 3);
  for (int i = 0; i < H * W; i++)
    sum += (double)t[i / W][i % W] * i;
  for (int i = 0; i < H; i++)
    sum += (double)h[i] * i + e[i] * 3 + e[H + i];
  printf("%a %a\n", sum, (double)odd(N / 100));
  return 0;
}
