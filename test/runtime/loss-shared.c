// A device that is lost while several threads are in one region is one loss:
// the region gets another device, as after any first loss.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror -pthread -D_GNU_SOURCE %s -I%S/Inputs -o %t \
// RUN:   %link
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// CHECK: after the loss: vulkan
#include "rt_test.h"

#include <pthread.h>

enum { THREADS = 4, N = 1000 };

static rt_region region;
static pthread_barrier_t all_inside;

// Loses the device once every thread has launched. On the CPU, after that, it
// only launches.
static int
host(loft_run *run, void *user) {
  int *inside = user;
  axpy_args args = {N, 2, 1, 0};
  int failed = axpy_host(run, &args);
  if ((*inside)++ > 0)
    return failed;
  if (pthread_barrier_wait(&all_inside) == PTHREAD_BARRIER_SERIAL_THREAD)
    loft_set("LOFT_TEST_FAULT", "1+:lost");
  pthread_barrier_wait(&all_inside);
  return failed;
}

// One region, with the right answer.
static void *
worker(void *user) {
  float x[N], y[N];
  int inside = 0;
  (void)user;
  for (int i = 0; i < N; i++) {
    x[i] = (float)i;
    y[i] = 1;
  }
  loft_bind binds[2] = {
      {x, 0, N, 4, LOFT_READ, "x"},
      {y, 0, N, 4, LOFT_READ | LOFT_WRITE | LOFT_FULL, "y"},
  };
  CHECK(rt_call(&region, binds, 2.0 * N, 1, host, &inside) == LOFT_ON_CPU);
  for (int i = 0; i < N; i++)
    CHECK(y[i] == 2 * (float)i + 1);
  return NULL;
}

int
main(void) {
  pthread_t t[THREADS];
  axpy_init(&region);
  pthread_barrier_init(&all_inside, NULL, THREADS);
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_create(&t[i], NULL, worker, NULL) == 0);
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_join(t[i], NULL) == 0);
  loft_set("LOFT_TEST_FAULT", NULL);
  printf("after the loss: %s\n", where_name(axpy_check(&region, N)));
  return 0;
}
