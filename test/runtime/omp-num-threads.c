// Whatever OMP_NUM_THREADS holds, regions run: libomp would end the process for
// some, or start any number of threads.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_TEST_GRAIN=5000 %run%t "" " " -1 abc 4abc "4 4" 0x4 99999999 2147999999 4,-1 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: loft: OMP_NUM_THREADS= is no list of numbers up to 65536: regions run with one thread
// BAD-COUNT-9: is no list of numbers
// BAD: 10 good
// RUN: env LOFT_OFFLOAD=cpu LOFT_TEST_GRAIN=5000 %run%t 3 "3, 2" "3," "3 " " 3,,1" 2>&1 | FileCheck %s --check-prefix=GOOD
// GOOD-NOT: OMP
// GOOD: 5 good
#include "rt_test.h"

#include <sys/wait.h>
#include <unistd.h>

// Runs a region with that value, in a process of its own; its threads.
static int
threads_with(const char *value) {
  int status;
  pid_t pid = fork();
  if (pid == 0) {
    rt_region r;
    loft_region_report report;
    alarm(20);
    setenv("OMP_NUM_THREADS", value, 1);
    axpy_init(&r);
    CHECK(axpy_check(&r, 300000) == LOFT_ON_CPU);
    CHECK(axpy_check(&r, 300000) == LOFT_ON_CPU);
    loft_last_region(&report, sizeof report);
    _exit((int)report.threads);
  }
  CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status));
  return WEXITSTATUS(status);
}

int
main(int argc, char **argv) {
  int good = 0;
  for (int k = 1; k < argc; k++)
    good += threads_with(argv[k]) == (strchr(argv[k], '3') ? 3 : 1);
  printf("%d good\n", good);
  return 0;
}
