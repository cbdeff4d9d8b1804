// Whichever Vulkan call fails, the answer is right, and later regions work.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t "" 48 2>%t.log | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t :oom 48 2>%t.log \
// RUN:   | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=1 RT_SPV=%t %run%t + 40 \
// RUN:   2>%t.log | FileCheck %s --check-prefix=ONWARDS
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.log

// Each N a process of its own. Some N are past the last call.
// CHECK: N 1: cpu vulkan vulkan
// CHECK: N 2: cpu vulkan vulkan
// CHECK: N 12: cpu vulkan vulkan
// CHECK: : vulkan vulkan vulkan
// CHECK: all good
// ONWARDS: N 30: {{(vulkan )?}}cpu
// ONWARDS: all good
// LOG: loft: axpy (test.c:7): Vulkan did not do it: {{.*}}device lost
#include "rt_test.h"

#include <sys/wait.h>
#include <unistd.h>

// Runs three regions with the N-th call failing.
static void
child(int n, const char *how) {
  char text[32], line[128];
  int used = snprintf(line, sizeof line, "N %d:", n);
  rt_region r;
  snprintf(text, sizeof text, "%d%s", n, how);
  setenv("LOFT_TEST_FAULT", text, 1);
  axpy_init(&r);
  for (int k = 0; k < 3; k++)
    used += snprintf(line + used, sizeof line - (size_t)used, " %s",
                     where_name(axpy_check(&r, 3000)));
  printf("%s\n", line);
  fflush(stdout);
  _exit(0);
}

int
main(int argc, char **argv) {
  CHECK(argc == 3);
  for (int n = 1; n < atoi(argv[2]); n++) {
    int status;
    pid_t pid = fork();
    if (pid == 0)
      child(n, argv[1]);
    CHECK(waitpid(pid, &status, 0) == pid && status == 0);
  }
  printf("all good\n");
  return 0;
}
