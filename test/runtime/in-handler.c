// A region in a signal handler that interrupts another region, or the runtime's
// start, runs the original loop: what the other one holds would never be free.
// RUN: %clang-plain -Wall -Werror -pthread -D_GNU_SOURCE %s -I%S/Inputs \
// RUN:   -o %t %link -ldl
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=3 LOFT_TEST_GRAIN=5000 %run%t \
// RUN:   | FileCheck %s
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu OMP_NUM_THREADS=3 %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=LOG,CHECK
// LOG: axpy (test.c:7): original: the thread is in another region
// LOG: axpy (test.c:7): cpu
// CHECK: all good
#include "rt_test.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>

static rt_region region, inner;
static int interrupted, wrong;

// Runs a region.
static void
handle(int sig) {
  static float x[100000], y[100000];
  (void)sig;
  interrupted++;
  wrong += axpy_n(&inner, 100000, 1, x, y, 1, 0) != LOFT_ON_ORIGINAL;
}

// The runtime reads its settings.
char *
secure_getenv(const char *name) {
  raise(SIGUSR1);
  return getenv(name);
}

// The runtime makes threads.
int
pthread_create(pthread_t *out, const pthread_attr_t *attr,
               void *(*start)(void *), void *user) {
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  raise(SIGUSR1);
  return real(out, attr, start, user);
}

// axpy, interrupted.
static void
kernel(const uint64_t *args, int64_t lo, int64_t hi) {
  if (lo == 0)
    raise(SIGUSR1);
  axpy_cpu(args, lo, hi);
}

int
main(void) {
  alarm(20);
  axpy_init(&region);
  axpy_init(&inner);
  region.cpu.cpu = kernel;
  signal(SIGUSR1, handle);
  for (int k = 0; k < 3; k++)
    CHECK(axpy_check(&region, 1000000) == LOFT_ON_CPU);
  CHECK(interrupted > 4 && wrong == 0);
  CHECK(axpy_check(&inner, 1000000) == LOFT_ON_CPU);
  printf("all good\n");
  return 0;
}
