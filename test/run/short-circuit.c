// What && and || would not have read may not even be there: lifted code runs
// where it can be read, else the original does.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_LOG=1 %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,VULKAN

// CPU: has (
// CPU-SAME: original: a reaches into memory that cannot be read
// VULKAN: has (
// VULKAN-SAME: vulkan
// CHECK: page 1
// CPU: {{has.*}}: cpu
// CHECK: all 1 0
// CPU: behind (
// CPU-SAME: original: {{.*}} reaches into memory
// CHECK: behind 1
// CPU: {{behind.*}}: cpu
// CHECK: behind 0
// CPU: {{small.*}}: original
// CHECK: declared 1
// CPU: {{rows.*}}: cpu
// CHECK: rows 1
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, INTS = PAGE / sizeof(int), N = 64 * INTS };
struct holder {
  int *data;
};

__attribute__((noinline)) static int
has(const int *a, int n, int x) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    found = found || a[i] == x;
  return found;
}

// With "found" set from the start, h may be no pointer at all.
__attribute__((noinline)) static int
behind(struct holder *h, int n, int found) {
#pragma loft
  for (int i = 0; i < n; i++)
    found = found || h->data[i] == 5;
  return found;
}

__attribute__((noinline)) static int
small(int (*a)[INTS], int n, int x) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    found = found || (*a)[i] == x;
  return found;
}

__attribute__((noinline)) static int
rows(const int *start, int n, const int *a) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      found = found || a[k] == 7;
  return found;
}

int
main(void) {
  static int start[5000];
  int *a = mmap(NULL, N * sizeof *a, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct holder h = {a};
  setbuf(stdout, NULL);
  a[INTS - 3] = 7;
  mprotect(a + INTS, N * sizeof *a - PAGE, PROT_NONE);
  printf("page %d\n", has(a, N, 7));
  mprotect(a, N * sizeof *a, PROT_READ);
  printf("all %d %d\n", has(a, N, 7), has(a, N, 8));
  printf("behind %d\n", behind(NULL, N, 1));
  printf("behind %d\n", behind(&h, N, 0));
  munmap(a + INTS, PAGE);
  printf("declared %d\n", small((int (*)[INTS])a, 3 * INTS, 7));
  for (int i = 0; i < 5000; i++)
    start[i] = i / 5;
  printf("rows %d\n", rows(start, 4999, a + 25));
}
