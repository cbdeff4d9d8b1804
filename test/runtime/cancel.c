// A thread that is cancelled ends its region first: it leaves no lock behind
// that others wait for, and nothing that exit waits for.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu RT_SPV=%t %run%t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum { N = 1000 };
static rt_region region;
static float x[N], y[N];
static atomic_int entered, launched;

// Launches axpy, but is cancelled before.
static int
late_host(loft_run *run, void *user) {
  entered = 1;
  usleep(100000);
  launched++;
  return axpy_host(run, user);
}

// Runs axpy; is cancelled after that at the latest.
static void *
worker(void *user) {
  axpy_args args = {N, 2, 1, 0};
  loft_bind binds[2] = {
      {x, 0, N, 4, LOFT_READ, "x"},
      {y, 0, N, 4, LOFT_READ | LOFT_WRITE | LOFT_FULL, "y"},
  };
  rt_call(&region, binds, 1e6, 1, late_host, &args);
  pthread_testcancel();
  return user;
}

int
main(void) {
  pthread_t t;
  void *result;
  alarm(8); // exit waits ten seconds for regions
  axpy_init(&region);
  CHECK(pthread_create(&t, NULL, worker, NULL) == 0);
  while (!entered)
    usleep(100);
  CHECK(pthread_cancel(t) == 0 && pthread_join(t, &result) == 0);
  CHECK(result == PTHREAD_CANCELED && launched == 1);
  CHECK(axpy_check(&region, N) != LOFT_ON_ORIGINAL);
  printf("all good\n");
  return 0;
}
