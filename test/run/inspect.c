// Large index arrays are looked through by several threads, small ones by one,
// with the same extents: nothing outside of them is there to be read.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
// RUN: env LOFT_TRACE=%t.json LOFT_OFFLOAD=cpu OMP_NUM_THREADS=2 \
// RUN:   LOFT_TEST_GRAIN=10000 %run %t >%t.2
// RUN: env LOFT_OFFLOAD=disabled %run %t | diff - %t.2
// RUN: FileCheck %s --check-prefix=TRACE <%t.json
// TRACE-NOT: gather_footprint
// TRACE: sums_footprint.k0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SMALL = 3000, ROWS = 100000, EACH = 3, N = ROWS * EACH, X = 2048 };

static void
gather(int n, const int *at, const float *x, float *y)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[at[i]];
}

static void
sums(int n, const int *row, const int *at, const float *x, float *y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      s += x[at[k]];
    y[i] = s;
  }
}

int
main(void)
{
  size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = X * sizeof(float);
  static int row[ROWS + 1], at[N];
  static float y[ROWS];
  char *p = mmap(NULL, bytes + 2 * page, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(p + page, bytes, PROT_READ | PROT_WRITE);
  float *x = (float *)(void *)(p + page);
  for (int i = 0; i < X; i++)
    x[i] = (float)(i % 13);
  for (int i = 0; i < N; i++)
    at[i] = (int)(i * 7919u % X);
  for (int i = 0; i <= ROWS; i++)
    row[i] = i * EACH;
  gather(SMALL, at, x, y);
  for (int i = 0; i < SMALL; i++)
    printf("%g\n", (double)y[i]);
  sums(ROWS, row, at, x, y);
  for (int i = 0; i < ROWS; i += 10)
    printf("%g\n", (double)y[i]);
}
