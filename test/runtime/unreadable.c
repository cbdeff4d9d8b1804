// A footprint may hold pages that the program could not read: uploading them
// neither faults nor changes anything.
// REQUIRES: vulkan, validation
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %validated%run%t | FileCheck %s \
// RUN:   --implicit-check-not=UID
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=1 RT_SPV=%t %validated%run%t \
// RUN:   | FileCheck %s --implicit-check-not=UID

// CHECK: all good
#include "rt_test.h"

#include <sys/mman.h>

// Launches over the readable part only.
static int
host(loft_run *run, void *user) {
  uint64_t args[3] = {loft_run_handle(run, 0), loft_run_handle(run, 1), 0};
  float a = 3;
  memcpy(&args[2], &a, sizeof a);
  return loft_run_launch(run, 0, *(int64_t *)user, 1, 1, args, 0, 2);
}

int
main(void) {
  enum { PAGE = 4096, N = 3 * PAGE / 4 };
  rt_region r;
  int64_t readable = PAGE / 4;
  char *m = mmap(NULL, 6 * PAGE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(m != MAP_FAILED);
  float *x = (float *)m, *y = (float *)(m + 3 * PAGE);
  for (int i = 0; i < N; i++) {
    x[i] = (float)i;
    y[i] = 1;
  }
  // The second page of x cannot be read, the second of y is not even there.
  CHECK(mprotect(m + PAGE, PAGE, PROT_NONE) == 0);
  CHECK(munmap(m + 4 * PAGE, PAGE) == 0);
  axpy_init(&r);
  loft_bind binds[2] = {{x, 0, N, 4, LOFT_READ, "x"},
                        {y, 0, N, 4, LOFT_READ | LOFT_WRITE, "y"}};
  CHECK(rt_call(&r, binds, 1e9, 1, host, &readable) == LOFT_ON_VULKAN);
  for (int i = 0; i < PAGE / 4; i++)
    CHECK(y[i] == 3 * (float)i + 1);
  for (int i = 2 * PAGE / 4; i < N; i++)
    CHECK(y[i] == 1);
  printf("all good\n");
  return 0;
}
