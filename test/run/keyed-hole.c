// Whether the ranges of elements that are counted up meet is not asked where
// some between them cannot be read: the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: sort ({{.*}}): original: its run-time guard failed
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Inputs/hash.h"

static int out[70000];

__attribute__((noinline)) static void
sort(int n, const int *key, int *next, const int *x) {
#pragma loft required
  for (int i = 0; i < n; i++)
    out[next[key[i]]++] = x[i];
}

int
main(void) {
  static int key[60000], x[60000];
  int size = (int)sysconf(_SC_PAGESIZE), n = size / (int)sizeof(int);
  char *pages = mmap(0, 3 * (size_t)size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + size, (size_t)size, PROT_NONE))
    return 1;
  int *next = (int *)pages;
  next[2 * n + 1] = 30000;
  for (int i = 0; i < 60000; i++) {
    key[i] = i % 2 ? 5 : 2 * n + 1;
    x[i] = i;
  }
  sort(60000, key, next, x);
  printf("%08x %d %d\n", hash(out, sizeof out), next[5], next[2 * n + 1]);
}
