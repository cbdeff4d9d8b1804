// A child of fork may read and change settings, whatever other threads of its
// parent were doing with them.
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

// Changes settings without end.
static void *
worker(void *user) {
  for (;;)
    CHECK(loft_set_device("nothing") == 0);
  return user;
}

int
main(void) {
  rt_region r;
  pthread_t t[2];
  axpy_init(&r);
  for (int i = 0; i < 2; i++)
    CHECK(pthread_create(&t[i], NULL, worker, NULL) == 0);
  for (int k = 0; k < 100; k++) {
    int status;
    pid_t pid = fork();
    if (pid == 0) {
      alarm(10);
      loft_set_device(NULL);
      _exit(axpy_check(&r, 1000) != LOFT_ON_CPU);
    }
    CHECK(waitpid(pid, &status, 0) == pid && status == 0);
  }
  printf("all good\n");
  fflush(stdout);
  _exit(0);
}
