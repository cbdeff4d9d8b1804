// Where threads cannot be created, regions run with those that there are, and
// say so once.
// RUN: %clang-plain -Wall -Werror -pthread -D_GNU_SOURCE %s -I%S/Inputs \
// RUN:   -o %t %link -ldl
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=4 \
// RUN:   LOFT_TEST_GRAIN=5000 %run%t 0 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=NONE,CHECK
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=4 \
// RUN:   LOFT_TEST_GRAIN=5000 %run%t 2 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=SOME,CHECK
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=4 \
// RUN:   LOFT_TEST_GRAIN=5000 %run%t 7 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=LATER,CHECK
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=4 \
// RUN:   LOFT_TEST_GRAIN=5000 %run%t 99 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=ALL,CHECK

// NONE: loft: cannot create 3 threads ({{.*}}): regions run with 1
// NONE-NOT: cannot create
// NONE: first 1, other 1
// NONE: loft: cannot create 3 threads ({{.*}}): regions run with 1
// NONE: forked 1
// SOME: loft: cannot create 3 threads ({{.*}}): regions run with 3
// SOME-NOT: cannot create
// SOME: first 3, other 3
// SOME: loft: cannot create 3 threads ({{.*}}): regions run with 1
// SOME: forked 1
// LATER-NOT: cannot create
// LATER: first 4, other 4
// LATER: loft: cannot create 3 threads ({{.*}}): regions run with 1
// LATER: forked 1
// ALL-NOT: cannot create
// ALL: first 4, other 4, forked 4
// CHECK: all good
#include "rt_test.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int left; // threads that may still be created

int
pthread_create(pthread_t *out, const pthread_attr_t *attr,
               void *(*start)(void *), void *user) {
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  if (left <= 0)
    return EAGAIN;
  left--;
  return real(out, attr, start, user);
}

static rt_region region;

// Threads that a region of this thread runs on.
static int
threads_here(void) {
  loft_region_report report;
  CHECK(axpy_check(&region, 1000000) == LOFT_ON_CPU);
  loft_last_region(&report, sizeof report);
  return (int)report.threads;
}

// The same of another thread.
static void *
elsewhere(void *user) {
  *(int *)user = threads_here();
  return NULL;
}

int
main(int argc, char **argv) {
  pthread_t t;
  int other = 0, status;
  axpy_init(&region);
  setbuf(stdout, NULL);
  left = argc > 1 ? atoi(argv[1]) : 0;
  printf("first %d", threads_here());
  left++; // for this one
  int before = left;
  CHECK(pthread_create(&t, NULL, elsewhere, &other) == 0);
  CHECK(pthread_join(t, NULL) == 0);
  printf(", other %d", other);
  left = before > 50 ? before : 0;
  pid_t pid = fork();
  if (pid == 0)
    _exit(threads_here());
  CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status));
  printf(", forked %d\nall good\n", WEXITSTATUS(status));
  return 0;
}
