// exit waits for a region that another thread is in, wherever it runs, and lets
// no other start.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu RT_SPV=%t %run%t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// CHECK: region ended, then exit; the next one: original
#include "rt_late.h"

#include <pthread.h>

static late_axpy late;
static atomic_int ended;

// Runs axpy; it stays in the region for a while.
static void *
worker(void *user) {
  (void)user;
  late_run(&late);
  ended = late_is_done(&late);
  pause();
  return NULL;
}

// Runs when the runtime's exit handler has run.
static void
check(void) {
  for (int k = 0; k < 100 && !ended; k++) // the worker's last instructions
    usleep(100);
  printf("region %s, then exit; the next one: %s\n", ended ? "ended" : "runs",
         where_name(axpy_check(&late.region, LATE_N)));
}

int
main(void) {
  pthread_t t;
  atexit(check);
  late_init(&late, 300000);
  CHECK(pthread_create(&t, NULL, worker, NULL) == 0);
  late_await(&late);
  return 0;
}
