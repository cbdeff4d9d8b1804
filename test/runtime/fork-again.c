// A forked child that forks does not wait for what its parent ran on a device.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1000 };

// Forks a child that ends well.
static void *
fork_once(void *user) {
  int status;
  pid_t pid = fork();
  (void)user;
  if (pid == 0)
    _exit(0);
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
  return NULL;
}

// Forks, while the region is on the device, a child in which another thread
// forks.
static int
forking_host(loft_run *run, void *user) {
  int status;
  pthread_t t;
  pid_t pid = fork();
  if (pid == 0) {
    alarm(5); // half the time that fork waits
    CHECK(pthread_create(&t, NULL, fork_once, NULL) == 0);
    CHECK(pthread_join(t, NULL) == 0);
    _exit(0);
  }
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
  return axpy_host(run, user);
}

int
main(void) {
  static float x[N], y[N];
  axpy_args args = {N, 2, 1, 0};
  loft_bind binds[2] = {
      {x, 0, N, 4, LOFT_READ, "x"},
      {y, 0, N, 4, LOFT_READ | LOFT_WRITE | LOFT_FULL, "y"},
  };
  rt_region r;
  axpy_init(&r);
  CHECK(rt_call(&r, binds, 1e6, 1, forking_host, &args) == LOFT_ON_VULKAN);
  printf("all good\n");
  return 0;
}
