// exit waits for a region that another thread is in, wherever it runs, and lets
// no other start.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu RT_SPV=%t %run%t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// CHECK: region ended, then exit; the next one: original
#include "rt_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { N = 1000 };
static rt_region region;
static float x[N], y[N];
static atomic_int entered, ended;

// Launches axpy, but late.
static int
late_host(loft_run *run, void *user) {
  entered = 1;
  usleep(300000);
  return axpy_host(run, user);
}

// Runs axpy; it stays in the region for a while.
static void *
worker(void *user) {
  axpy_args args = {N, 2, 1, 0};
  loft_bind binds[2] = {
      {x, 0, N, 4, LOFT_READ, "x"},
      {y, 0, N, 4, LOFT_READ | LOFT_WRITE | LOFT_FULL, "y"},
  };
  (void)user;
  rt_call(&region, binds, 1e6, 1, late_host, &args);
  ended = y[N - 1] == 2 * (N - 1);
  pause();
  return NULL;
}

// Runs when the runtime's exit handler has run.
static void
check(void) {
  for (int k = 0; k < 100 && !ended; k++) // the worker's last instructions
    usleep(100);
  printf("region %s, then exit; the next one: %s\n", ended ? "ended" : "runs",
         where_name(axpy_check(&region, N)));
}

int
main(void) {
  pthread_t t;
  atexit(check);
  axpy_init(&region);
  for (int i = 0; i < N; i++)
    x[i] = (float)i;
  CHECK(pthread_create(&t, NULL, worker, NULL) == 0);
  while (!entered)
    usleep(100);
  return 0;
}
