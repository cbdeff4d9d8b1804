// Threads of regions take no signals of the program: one that blocks SIGTERM
// everywhere and waits for it gets it.
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=4 LOFT_TEST_GRAIN=5000 %run%t \
// RUN:   | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <signal.h>

int
main(void) {
  rt_region r;
  sigset_t set;
  int got;
  axpy_init(&r);
  CHECK(axpy_check(&r, 1000000) == LOFT_ON_CPU); // makes the threads
  loft_region_report report;
  loft_last_region(&report, sizeof report);
  CHECK(report.threads == 4);
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
  alarm(20);
  for (int k = 0; k < 20; k++) {
    CHECK(kill(getpid(), SIGTERM) == 0);
    CHECK(sigwait(&set, &got) == 0 && got == SIGTERM);
  }
  printf("all good\n");
  return 0;
}
