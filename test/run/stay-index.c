// Results stay on the device when a region looks through index arrays first, of
// which it is known what it reads: they come back only where they are among
// that. Rows of a sparse matrix say which of its columns are read.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.right
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 \
// RUN:   LOFT_TEST_KEEP=1024 %run%t > %t.out 2> %t.log
// RUN: cmp %t.right %t.out
// RUN: FileCheck %s --input-file=%t.log
//
// Nothing but values is new.
// CHECK-COUNT-9: {{(product|pick|copy).* down 0 B}}
// CHECK: copy{{.*}} what stayed comes back
// Columns are.
// CHECK: turn{{.*}} down 0 B
// CHECK-NEXT: turn{{.*}} a part of what stays comes back, 96 KiB
// CHECK-NEXT: product{{.*}} down 0 B
// CHECK-NEXT: copy{{.*}} down 0 B
// CHECK-NEXT: copy{{.*}} what stayed comes back
// Rows are.
// CHECK-NEXT: shorten{{.*}} down 0 B
// CHECK-NEXT: shorten{{.*}} a part of what stays comes back, 32 KiB
// CHECK-NEXT: product{{.*}} down 0 B
// CHECK-NEXT: copy{{.*}} down 0 B
// CHECK-NEXT: copy{{.*}} what stayed comes back
// Others of the same memory are.
// CHECK-NEXT: turn{{.*}} down 0 B
// CHECK-NEXT: pick{{.*}} down 0 B
// CHECK-NEXT: {{(pick|turn).*}} what stayed comes back
// Columns are, which the device looks through, of an array that it has not seen.
// CHECK-NEXT: turn{{.*}} down 0 B
// CHECK-NEXT: pick{{.*}} up {{[1-9].*}} down 0 B
// CHECK-NEXT: pick{{.*}} what stayed comes back
// CHECK-NOT: comes back
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 13, WIDTH = 3 };

// y = A x
__attribute__((noinline)) static void
product(int n, const int *row, const int *column, const int *value,
        const int *x, int *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      s += value[k] * x[column[k]];
    y[i] = s;
  }
}

__attribute__((noinline)) static void
pick(int n, const int *at, const int *x, int *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[at[i]];
}

__attribute__((noinline)) static void
copy(int n, const int *restrict x, int *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] % 1000;
}

// Makes other columns of them.
__attribute__((noinline)) static void
turn(int n, int *column) {
#pragma loft
  for (int i = 0; i < n; i++)
    column[i] = N - 1 - column[i];
}

// Takes the last element from each row.
__attribute__((noinline)) static void
shorten(int n, int *restrict row) {
#pragma loft
  for (int i = 0; i < n; i++)
    row[i] = i * (WIDTH - 1);
}

static unsigned
sum(const int *x) {
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    s = s * 31 + (unsigned)x[i];
  return s;
}

int
main(void) {
  int *row = malloc((N + 1) * sizeof *row);
  int *column = malloc(WIDTH * N * sizeof *column);
  int *value = malloc(WIDTH * N * sizeof *value);
  int *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  int *end = column + N;
  for (int i = 0; i <= N; i++)
    row[i] = i * WIDTH;
  for (int k = 0; k < WIDTH * N; k++) {
    column[k] = (int)(k * 7919L % (N / 2)); // turn: of the other half
    value[k] = k % 5 - 2;
  }
  for (int i = 0; i < N; i++)
    x[i] = i % 100;
#pragma loft keep(row, column, value, x, y)
  for (int t = 0; t < 3; t++) {
    product(N, row, column, value, x, y);
    pick(N, column, y, x);
    copy(N, x, y);
  }
  printf("%u %u\n", sum(x), sum(y));
#pragma loft keep(row, column, value, x, y)
  {
    turn(N * WIDTH, column);
    product(N, row, column, value, x, y);
    copy(N, y, x);
  }
  printf("%u %u\n", sum(x), sum(y));
#pragma loft keep(row, column, value, x, y)
  {
    shorten(N + 1, row);
    product(N, row, column, value, x, y);
    copy(N, y, x);
  }
  printf("%u %u\n", sum(x), sum(y));
#pragma loft keep(column, end, x, y)
  {
    turn(N, column);
    pick(N, end, x, y); // begins where what was written ends
  }
  printf("%u %u\n", sum(x), sum(y));
  int *z = malloc(N * sizeof *z);
  for (int i = 0; i < N; i++)
    z[i] = i * 3;
#pragma loft keep(column, z, y)
  {
    turn(N, column);
    pick(N, column, z, y);
  }
  printf("%u\n", sum(y));
  free(z), free(row), free(column), free(value), free(x), free(y);
  return 0;
}
