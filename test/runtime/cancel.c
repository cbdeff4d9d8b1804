// A thread that is cancelled ends its region first: it leaves no lock behind
// that others wait for, and nothing that exit waits for.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu RT_SPV=%t %run%t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// CHECK: all good
#include "rt_late.h"

#include <pthread.h>

static late_axpy late;

// Runs axpy; is cancelled after that at the latest.
static void *
worker(void *user) {
  late_run(&late);
  pthread_testcancel();
  return user;
}

int
main(void) {
  pthread_t t;
  void *result;
  alarm(8); // exit waits ten seconds for regions
  late_init(&late, 100000);
  CHECK(pthread_create(&t, NULL, worker, NULL) == 0);
  late_await(&late);
  CHECK(pthread_cancel(t) == 0 && pthread_join(t, &result) == 0);
  CHECK(result == PTHREAD_CANCELED && late.launched == 1);
  CHECK(axpy_check(&late.region, LATE_N) != LOFT_ON_ORIGINAL);
  printf("all good\n");
  return 0;
}
