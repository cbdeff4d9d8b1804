// A region needs more stack than the loop it was made of: on threads with
// little, and on stacks for signals, the original loop runs.
// RUN: %clang-plain -Wall -Werror -pthread -D_GNU_SOURCE %s -I%S/Inputs \
// RUN:   -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: cpu, {{.*}} total
// CHECK: 16 KiB
// CHECK-NEXT: original: the thread has too little stack left
// CHECK: 1024 KiB
// CHECK-NEXT: cpu, {{.*}} total
// CHECK: signal stack
// CHECK-NEXT: original: the thread has too little stack left
// CHECK: all good
#include "rt_test.h"

#include <pthread.h>
#include <signal.h>

static rt_region region;
static float x[100000], y[100000];
static int where;

// Runs a region.
static void *
work(void *user) {
  where = axpy_n(&region, 100000, 1, x, y, 1, 0);
  return user;
}

// Runs a region.
static void
handle(int sig) {
  (void)sig;
  work(NULL);
}

// Where a region runs on a thread with that much stack.
static int
where_with(size_t stack) {
  pthread_attr_t attr;
  pthread_t t;
  fprintf(stderr, "%zu KiB\n", stack >> 10);
  CHECK(pthread_attr_init(&attr) == 0);
  CHECK(pthread_attr_setstacksize(&attr, stack) == 0);
  CHECK(pthread_create(&t, &attr, work, NULL) == 0);
  CHECK(pthread_join(t, NULL) == 0);
  return where;
}

int
main(void) {
  static char stack[64 << 10];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  setvbuf(stdout, NULL, _IONBF, 0);
  axpy_init(&region);
  work(NULL);
  CHECK(where == LOFT_ON_CPU);
  CHECK(where_with(16 << 10) == LOFT_ON_ORIGINAL);
  CHECK(where_with(1 << 20) == LOFT_ON_CPU);
  CHECK(sigaltstack(&own, NULL) == 0 && sigaction(SIGUSR1, &action, NULL) == 0);
  fprintf(stderr, "signal stack\n");
  CHECK(raise(SIGUSR1) == 0 && where == LOFT_ON_ORIGINAL);
  printf("all good\n");
  return 0;
}
