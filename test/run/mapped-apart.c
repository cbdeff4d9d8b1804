// Parts of files that lie apart are arrays as others are, by whatever addresses
// they are reached; so are private copies of files.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_TEST_FAULT=sys:1+ %three %t cpu
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Inputs/check.h"

enum { N = 1 << 15, BYTES = N * sizeof(int) };

// Each element from the one before, if both are one array.
__attribute__((noinline)) static void
shift(int n, const int *x, int *y)
{
#pragma loft map
  for (int i = 0; i < n; i++)
    y[i + 1] = x[i] + 1;
}

// Memory of the file, or shared memory of no file.
static int *
map(int fd, int flags)
{
  int *p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, flags, fd, 0);
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
  int *x = map(fd, MAP_SHARED), *y = map(fd, MAP_SHARED);
  int *z = map(-1, MAP_SHARED | MAP_ANONYMOUS);
  int *own = map(fd, MAP_PRIVATE), *other = map(fd, MAP_PRIVATE);
  shift(N / 2 - 1, x, y + N / 2);
  printf("%x\n", hash(x));
  shift(N - 1, z, y);
  printf("%x\n", hash(x));
  shift(N - 1, own, z);
  printf("%x\n", hash(z));
  shift(N - 1, own, other);
  printf("%x %x\n", hash(own), hash(other));
}
