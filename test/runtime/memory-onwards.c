// From whichever request on the host has no memory: right answers, and a region
// that is not on Vulkan as asked says so.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=16 RT_SPV=%t %run%t | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <sys/wait.h>
#include <unistd.h>

static int lines;

// Counts the lines about what happened.
static void
count_line(void *user, const char *line) {
  (void)user;
  lines += strncmp(line, "loft: test: ", 12) != 0;
}

// Runs regions with no memory from the n-th request on.
static void
child(int n) {
  char text[32];
  rt_region r;
  int elsewhere = 0;
  snprintf(text, sizeof text, "mem:%d+", n);
  loft_set_log_sink(count_line, NULL);
  loft_set("LOFT_TEST_FAULT", text);
  axpy_init(&r);
  for (int k = 0; k < 3; k++)
    elsewhere += axpy_check(&r, 3000) != LOFT_ON_VULKAN;
  _exit(elsewhere > 0 && lines == 0);
}

int
main(void) {
  for (int n = 1; n < 40; n++) {
    int status;
    pid_t pid = fork();
    if (pid == 0)
      child(n);
    CHECK(waitpid(pid, &status, 0) == pid);
    if (status != 0)
      printf("mem:%d+: %s\n", n, WIFEXITED(status) ? "silent" : "crashed");
    CHECK(status == 0);
  }
  printf("all good\n");
  return 0;
}
