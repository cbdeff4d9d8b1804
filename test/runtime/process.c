// Threads that run regions while others fork, and while the process exits:
// children get right answers on the CPU, and exit is quick and clean.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror -pthread %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu RT_SPV=%t %run%t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t fork-first | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_FORK=1 RT_SPV=%t %run%t | FileCheck %s
// CHECK: children good
// CHECK: leaving
#include "rt_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int rounds;

// Regions without end.
static void *
worker(void *user) {
  for (int k = 1;; k++) {
    CHECK(axpy_check(user, 50000 + k % 7) != LOFT_ON_ORIGINAL ||
          rounds >= 1000);
    rounds++;
  }
  return NULL;
}

// A child that runs regions and exits; whether all was well.
static int
child_is_good(rt_region *r) {
  int status;
  pid_t pid = fork();
  if (pid == 0) {
    alarm(60);
    for (int k = 0; k < 3; k++)
      axpy_check(r, 60000);
    exit(0);
  }
  return waitpid(pid, &status, 0) == pid && status == 0;
}

int
main(int argc, char **argv) {
  static rt_region r; // still used while main has ended
  pthread_t t[3];
  (void)argv;
  axpy_init(&r);
  setbuf(stdout, NULL);
  if (argc > 1)
    CHECK(child_is_good(&r));
  for (int i = 0; i < 3; i++)
    CHECK(pthread_create(&t[i], NULL, worker, &r) == 0);
  for (int k = 0; k < 20; k++)
    CHECK(child_is_good(&r));
  while (rounds < 30)
    usleep(1000);
  printf("children good\n");
  rounds = 1000; // from here on exit may send them to the original
  printf("leaving\n");
  return 0;
}
