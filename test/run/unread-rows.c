// Where only the region tells which elements of an index array it reads, and
// not all of them can be read, the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: original
// CHECK: 2 5
// CHECK: cpu
// CHECK: 2 5
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 4000 };

// Sets what nodes that are on lead to, until nothing is new.
static int
spread(int n, const int *ptr, const int *node, int *on, int *then) {
  int changed, rounds = 0;
#pragma loft
  do {
    changed = 0;
    for (int v = 0; v < n; v++)
      then[v] = on[v];
    for (int v = 0; v < n; v++)
      if (on[v])
        for (int e = ptr[v]; e < ptr[v + 1]; e++)
          then[node[e]] = 1;
    for (int v = 0; v < n; v++) {
      changed |= on[v] != then[v];
      on[v] = then[v];
    }
    rounds++;
  } while (changed);
  return rounds;
}

int
main(void) {
  static int first[N + 1], on[N], then[N];
  size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 2 * N * sizeof(int);
  size = (size + page - 1) / page * page;
  int *to = mmap(NULL, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int v = 0; v < N; v++)
    first[v + 1] = first[v] + 2;
  for (int e = 0; e < 2 * N; e++)
    to[e] = e % 5;
  for (int pass = 0; pass < 2; pass++) {
    int sum = 0, access = pass ? PROT_READ : PROT_NONE;
    memset(on, 0, sizeof on);
    on[0] = 1;
    mprotect((char *)to + page, size - page, access);
    int rounds = spread(N, first, to, on, then);
    for (int v = 0; v < N; v++)
      sum += on[v];
    printf("%d %d\n", rounds - 2, sum);
    fflush(stdout);
  }
}
