// A search ends where its memory does, though it may count further: what is
// read ahead is looked at before, and the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t | FileCheck %s
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/mman.h>

static int
find(const int *x, int n, int key)
{
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] == key) {
      at = i;
      break;
    }
  return at;
}

int
main(void)
{
  enum { PAGE = 1 << 16, N = PAGE / sizeof(int) };
  char *map = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(map + PAGE, PAGE, PROT_NONE);
  int *x = (int *)map;
  x[N - 1] = 9;
  // CHECK: 16383
  printf("%d\n", find(x, 2 * N, 9));
  return 0;
}
