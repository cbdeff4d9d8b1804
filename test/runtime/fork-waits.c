// fork waits for what another thread runs on the device, so that the child
// inherits no locks of the driver.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1000 };
static float x[N], y[N];
static atomic_int entered;

// Launches axpy, but late.
static int
late_host(loft_run *run, void *user) {
  entered = 1;
  usleep(100000);
  return axpy_host(run, user);
}

// Runs axpy on the device; it stays in the region for a while.
static void *
worker(void *region) {
  axpy_args args = {N, 2, 1, 0};
  loft_bind binds[2] = {
      {x, 0, N, 4, LOFT_READ, "x"},
      {y, 0, N, 4, LOFT_READ | LOFT_WRITE | LOFT_FULL, "y"},
  };
  CHECK(rt_call(region, binds, 1e6, 1, late_host, &args) == LOFT_ON_VULKAN);
  return NULL;
}

int
main(void) {
  rt_region r;
  pthread_t t;
  int status;
  axpy_init(&r);
  for (int i = 0; i < N; i++)
    x[i] = (float)i;
  CHECK(pthread_create(&t, NULL, worker, &r) == 0);
  while (!entered)
    usleep(100);
  pid_t pid = fork();
  if (pid == 0)
    exit(y[N - 1] == 2 * (N - 1) ? 0 : 1);
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
  CHECK(pthread_join(t, NULL) == 0);
  CHECK(axpy_check(&r, N) == LOFT_ON_VULKAN);
  printf("all good\n");
  return 0;
}
