// Memory that is mapped twice is one array by two names, and an array that goes
// through two mappings of it has elements twice: the original loop's.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 >/dev/null | FileCheck %s
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu LOFT_TEST_FAULT=sys:1+ %run %t 2>&1 \
// RUN:   >/dev/null | FileCheck %s
// CHECK-COUNT-4: original: x and y lead to one memory by several addresses
// CHECK: original: x and x lead to one memory by several addresses
// CHECK: original: rows and rows lead to one memory by several addresses
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Inputs/check.h"

enum { PAGE = 4096, N = 8 * PAGE, BYTES = N * sizeof(int) };

// Each element from the one before, if both are one array.
__attribute__((noinline)) static void
shift(int n, const int *x, int *y)
{
#pragma loft map
  for (int i = 0; i < n; i++)
    y[i + 1] = x[i] + 1;
}

// Elements one more each.
__attribute__((noinline)) static void
more(int n, int *x)
{
#pragma loft map
  for (int i = 0; i < n; i++)
    x[i] += i;
}

// The same of rows.
__attribute__((noinline)) static void
more_rows(int m, int n, int **rows)
{
#pragma loft map
  for (int i = 0; i < m; i++)
    for (int k = 0; k < n; k++)
      rows[i][k] += i + k;
}

// The file in memory, from byte "from" on.
static int *
map(int fd, int from, int flags)
{
  int *p = mmap(NULL, BYTES - from, PROT_READ | PROT_WRITE, flags, fd, from);
  CHECK(p != MAP_FAILED);
  return p;
}

// A hash of the array.
static unsigned
hash(const int *x)
{
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)x[i];
  return h;
}

int
main(void)
{
  int fd = memfd_create("memory", 0);
  CHECK(fd >= 0 && ftruncate(fd, BYTES) == 0);
  int *x = map(fd, 0, MAP_SHARED), *y = map(fd, 0, MAP_SHARED);
  shift(N - 1, x, y);
  printf("%x\n", hash(x));
  shift(N / 2, map(fd, PAGE, MAP_SHARED), y + N / 4);
  printf("%x\n", hash(x));
  int *own = map(fd, 0, MAP_PRIVATE);
  shift(N - 1, own, y);
  printf("%x\n", hash(x));
  // a second mapping of memory that is of no file
  int *z = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                -1, 0);
  CHECK(z != MAP_FAILED);
  int *again = mremap(z, 0, BYTES, MREMAP_MAYMOVE);
  CHECK(again != MAP_FAILED);
  shift(N - 1, z, again);
  printf("%x\n", hash(z));
  // a ring: the second half is the first
  int *ring = mmap(NULL, 2 * BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                   0);
  for (int k = 0; k < 2; k++)
    CHECK(mmap(ring + k * N, BYTES, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_FIXED, fd, 0) != MAP_FAILED);
  more(2 * N, ring);
  printf("%x\n", hash(x));
  int *rows[8] = {x, y, x + N / 2, x + N / 4, y + N / 4, x + 3 * N / 4, ring,
                  ring + N};
  more_rows(8, N / 8, rows);
  printf("%x\n", hash(x));
}
