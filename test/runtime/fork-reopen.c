// A device that was closed before fork, and cannot be opened for a while after
// it, is not given up.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_FORK=1 RT_SPV=%t %run%t | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <sys/wait.h>
#include <unistd.h>

int
main(void) {
  rt_region r;
  int status;
  axpy_init(&r);
  CHECK(axpy_check(&r, 1000) == LOFT_ON_VULKAN);
  pid_t pid = fork();
  if (pid == 0)
    _exit(0);
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
  loft_set("LOFT_TEST_FAULT", "1+:2"); // vkCreateDevice: initialization failed
  for (int k = 0; k < 3; k++)
    CHECK(axpy_check(&r, 1000) == LOFT_ON_CPU);
  loft_set("LOFT_TEST_FAULT", "");
  sleep(1);
  CHECK(axpy_check(&r, 1000) == LOFT_ON_VULKAN);
  printf("all good\n");
  return 0;
}
