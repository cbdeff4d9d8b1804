// Where the process may have no more memory and no file of any length, regions
// run all the same, on the threads that there is room for.
// RUN: %clang-plain -Wall -Werror -D_GNU_SOURCE %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=64 LOFT_TEST_GRAIN=5000 %run%t 2>&1 \
// RUN:   | FileCheck %s
// UNSUPPORTED: asan
// CHECK: loft: cannot create 63 threads ({{.*}}): regions run with {{[0-9]+}} from now on
// CHECK-NOT: loft:
// CHECK: all good
#include "rt_test.h"

#include <sys/resource.h>

int
main(void) {
  static float x[1000000], y[1000000];
  enum { ROOM = 32 << 20 };
  rt_region r;
  long pages;
  axpy_init(&r);
  FILE *f = fopen("/proc/self/statm", "r");
  CHECK(f && fscanf(f, "%ld", &pages) == 1 && fclose(f) == 0);
  rlim_t all = (rlim_t)(pages * sysconf(_SC_PAGESIZE)) + ROOM;
  CHECK(setrlimit(RLIMIT_AS, &(struct rlimit){all, all}) == 0);
  CHECK(setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0}) == 0);
  for (int k = 0; k < 10; k++)
    CHECK(axpy_n(&r, 1000000, 2, x, y, 1, 0) == LOFT_ON_CPU);
  printf("all good\n");
  return 0;
}
