// What a region reads arrives, and nothing faults, where the system denies
// process_vm_readv, and where there is no pipe to be had either (ulimit -n).
// REQUIRES: vulkan
// RUN: %clang -O2 -rdynamic %s -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory %run%t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory %run%t no-pipe \
// RUN:   | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_TEST_STAGING=16 \
// RUN:   %run%t no-pipe | FileCheck %s
// CHECK: all right, on 2, pieces
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include "loft/loft.h"

enum { PAGE = 4096, INTS = PAGE / sizeof(int), N = 64 * INTS };

static atomic_int asked;
static int denied;

// Called instead of the C library's.
ssize_t
process_vm_readv(pid_t pid, const void *to, unsigned long n, const void *from,
                 unsigned long m, unsigned long flags) {
  (void)pid, (void)to, (void)n, (void)from, (void)m, (void)flags;
  asked++;
  errno = EPERM;
  return -1;
}

int pipe2(int fd[2], int flags);

int
pipe(int fd[2]) {
  if (!denied)
    return pipe2(fd, 0);
  errno = EMFILE;
  return -1;
}

__attribute__((noinline)) static void
guarded(int n, const int *m, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (m[i])
      y[i] += x[i];
}

int
main(int argc, char **argv) {
  (void)argv;
  static int m[N], y[N];
  int *x = mmap(NULL, N * sizeof *x, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (x == MAP_FAILED)
    return 1;
  denied = argc > 1;
  for (int i = 0; i < N; i++) {
    m[i] = i / INTS % 5 != 3;
    x[i] = i;
    y[i] = 7;
  }
  for (int k = 3; k < N / INTS; k += 5)
    if (mprotect(x + k * INTS, PAGE, PROT_NONE))
      return 1;
  guarded(N, m, x, y);
  for (int i = 0; i < N; i++)
    if (y[i] != 7 + (m[i] ? i : 0))
      return printf("wrong at %d: %d\n", i, y[i]), 1;
  printf("all right, on %d, %s\n", loft_last_region(NULL, 0),
         asked > 0 ? "pieces" : "not asked");
}
