// Results do not stay where other addresses lead to the same memory: a region
// that uses these finds them there.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// DEFINE: %{run} = env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1
// RUN: %{run} %run%t 2>&1 | FileCheck %s
// RUN: %{run} LOFT_TEST_STAGING=1 %run%t 2>&1 | FileCheck %s
//
// CHECK-NOT: stayed
// CHECK: shared: good
// Those in memory of a file that is the process's own do.
// CHECK: fill{{.*}} down 0 B
// CHECK: what stayed comes back
// CHECK: private: good
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Inputs/check.h"

enum { N = 1 << 17, BYTES = N * 4 };

// Fills x, and adds up y.
__attribute__((noinline)) static unsigned
fill(int n, unsigned by, unsigned *x, const unsigned *y) {
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = (unsigned)i * by;
#pragma loft
  for (int i = 0; i < n; i++)
    s += y[i];
  return s;
}

// The sum of what fill leaves.
static unsigned
right(unsigned by) {
  unsigned s = 0;
  for (unsigned i = 0; i < N; i++)
    s += i * by;
  return s;
}

// The file in memory.
static unsigned *
map(int fd, int flags) {
  unsigned *p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, flags, fd, 0);
  CHECK(p != MAP_FAILED);
  return p;
}

int
main(void) {
  int fd = memfd_create("memory", 0);
  CHECK(fd >= 0 && ftruncate(fd, BYTES) == 0);
  unsigned *x = map(fd, MAP_SHARED), *y = map(fd, MAP_SHARED);
  unsigned *own = map(fd, MAP_PRIVATE);
  for (unsigned k = 1; k < 4; k++)
    CHECK(fill(N, k, x, y) == right(k));
#pragma loft keep(x, y)
  for (unsigned k = 4; k < 6; k++)
    CHECK(fill(N, k, x, y) == right(k));
  fprintf(stderr, "shared: good\n");
  for (unsigned k = 6; k < 8; k++)
    CHECK(fill(N, k, own, y) == right(5) && own[3] == 3 * k);
  fprintf(stderr, "private: good\n");
  return 0;
}
