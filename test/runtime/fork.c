// A forked child does not touch its parent's device, and its answers are right.
// What would not survive the child's exit is closed before, and opened again.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=1 LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t 2>&1 | FileCheck %s
// RUN: env LOFT_LOG=1 LOFT_DEVICE=llvmpipe LOFT_TEST_FORK=1 RT_SPV=%t %run%t 2>&1 | FileCheck --check-prefixes=CHECK,CLOSED %s

// CLOSED: using Vulkan device
// CHECK: vulkan, llvmpipe
// CHECK: cpu, {{.*}}; a forked child does not use its parent's Vulkan device
// CLOSED: using Vulkan device
// CHECK: vulkan, llvmpipe
// CHECK: all good
#include "rt_test.h"

#include <sys/wait.h>
#include <unistd.h>

int
main(void) {
  rt_region r;
  int status;
  axpy_init(&r);
  CHECK(axpy_check(&r, 100000) == LOFT_ON_VULKAN);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0)
    _exit(axpy_check(&r, 100000) == LOFT_ON_CPU ? 0 : 1);
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
  CHECK(axpy_check(&r, 1000) == LOFT_ON_VULKAN);
  printf("all good\n");
  return 0;
}
