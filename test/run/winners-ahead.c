// What is set where a comparison wins is read ahead of C: where that cannot be
// read the original runs.
// RUN: %clang -O2 -w %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// CHECK-DAG: cpu, 1 thread
// CHECK-DAG: more reaches into memory that cannot be read
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 3000 };
static int x[N];

__attribute__((noinline)) static int
best(int n, const int *restrict v, const int *restrict more, int *at) {
  int b = 0, m = 0, k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (v[i] > b) {
      b = v[i];
      k = i;
      m = more[i];
    }
  *at = k;
  return m;
}

int
main(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = 8192;
  bytes = (bytes + page - 1) / page * page;
  char *at = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(at + bytes, page, PROT_NONE);
  int *more = (int *)(at + bytes) - 500, k;
  for (int i = 0; i < N; i++)
    x[i] = i < 400 ? i * 3 : 5;
  for (int i = 0; i < 500; i++)
    more[i] = i + 1;
  printf("%d\n", best(500, x, more, &k) + k);
  printf("%d\n", best(N, x, more, &k) + k); // more ends before
  return 0;
}
