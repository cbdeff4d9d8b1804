// Several threads run regions at once, on either side, and each gets its
// right answer.
// REQUIRES: vulkan, validation
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %validated%run%t | FileCheck %s \
// RUN:   --implicit-check-not=UID
// RUN: env LOFT_OFFLOAD=cpu RT_SPV=%t %run%t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=16 RT_SPV=%t %run%t \
// RUN:   | FileCheck %s

// CHECK: all good
#include "rt_test.h"

#include <pthread.h>

// Forty regions of changing size.
static void *
worker(void *user) {
  rt_region *r = user;
  for (int k = 1; k <= 40; k++)
    CHECK(axpy_check(r, 700 * k) != LOFT_ON_ORIGINAL);
  return NULL;
}

int
main(void) {
  rt_region r;
  pthread_t t[4];
  axpy_init(&r);
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&t[i], NULL, worker, &r) == 0);
  for (int i = 0; i < 4; i++)
    CHECK(pthread_join(t[i], NULL) == 0);
  printf("all good\n");
  return 0;
}
