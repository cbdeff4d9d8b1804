// Threads of the program that run regions at once share the threads of the CPU,
// and each gets its right answer: loops of any number of threads, more of them
// than can be helped with, children of fork in between.
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=3 LOFT_TEST_GRAIN=100 %run%t \
// RUN:   | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <pthread.h>

enum { THREADS = 24 };

static rt_region region;

// Forty regions of changing size.
static void *
worker(void *user) {
  for (int k = 1; k <= 40; k++)
    CHECK(axpy_check(&region, 300 * k) == LOFT_ON_CPU);
  return user;
}

// Runs regions in a child, which has threads of its own.
static void
run_child(void) {
  int status;
  pid_t pid = fork();
  if (pid == 0) {
    loft_region_report report;
    alarm(20);
    for (int k = 0; k < 20; k++)
      CHECK(axpy_check(&region, 3000) == LOFT_ON_CPU);
    loft_last_region(&report, sizeof report);
    _exit(report.threads == 3 ? 0 : 1);
  }
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
}

int
main(void) {
  pthread_t t[THREADS];
  axpy_init(&region);
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_create(&t[i], NULL, worker, NULL) == 0);
  for (int k = 0; k < 20; k++)
    run_child();
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_join(t[i], NULL) == 0);
  printf("all good\n");
  return 0;
}
