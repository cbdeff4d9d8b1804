// fork in an exit handler closes no device: the driver may be gone already.
// Closing would end a thread of the driver.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_FORK=1 RT_SPV=%t %run%t | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

// The number of threads of this process.
static int
count_threads(void) {
  int n = 0;
  DIR *tasks = opendir("/proc/self/task");
  while (tasks && readdir(tasks))
    n++;
  closedir(tasks);
  return n - 2; // . and ..
}

// Forks while the process exits.
static void
fork_late(void) {
  int status, before = count_threads();
  pid_t pid = fork();
  if (pid == 0)
    _exit(0);
  waitpid(pid, &status, 0);
  printf(before > 1 && count_threads() == before ? "all good\n" : "closed\n");
}

int
main(void) {
  rt_region r;
  atexit(fork_late);
  axpy_init(&r);
  CHECK(axpy_check(&r, 1000) == LOFT_ON_VULKAN);
  return 0;
}
