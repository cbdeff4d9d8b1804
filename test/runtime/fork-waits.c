// fork waits for what another thread runs on the device, so that the child
// inherits no locks of the driver.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// CHECK: all good
#include "rt_late.h"

#include <pthread.h>

static late_axpy late;

// Runs axpy on the device; it stays in the region for a while.
static void *
worker(void *user) {
  CHECK(late_run(&late) == LOFT_ON_VULKAN);
  return user;
}

int
main(void) {
  pthread_t t;
  int status;
  late_init(&late, 100000);
  CHECK(pthread_create(&t, NULL, worker, NULL) == 0);
  late_await(&late);
  pid_t pid = fork();
  if (pid == 0)
    exit(late_is_done(&late) ? 0 : 1);
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
  CHECK(pthread_join(t, NULL) == 0);
  CHECK(axpy_check(&late.region, LATE_N) == LOFT_ON_VULKAN);
  printf("all good\n");
  return 0;
}
