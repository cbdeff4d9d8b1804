// Whatever the LOFT_* variables hold, all at once: right answers, and at most
// one line for each.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -I%root -o %t %link
// RUN: rm -rf %t.in && mkdir -p %t.in/1/2/3/4 && cd %t.in/1/2/3/4
// RUN: env RT_SPV=%t %run%t 2>%t.log | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <sys/wait.h>
#include <unistd.h>

static const char *const names[] = {
#define RT_ENV_CHOICE(id, var, ...) var,
#define RT_ENV_TEXT RT_ENV_CHOICE
#define RT_ENV_INT RT_ENV_CHOICE
#define RT_ENV_SECONDS RT_ENV_CHOICE
#define RT_ENV_SIZE RT_ENV_CHOICE
#include "runtime/core/env.def"
    "LOFT_", "LOFT_NOTHING"};

static const char *const values[] = {
    "",
    " ",
    "%s%n%s%n%d%p",
    "-1",
    "0",
    "1",
    "99999999999999999999999999999",
    "1e400",
    "nan",
    "0x7fffffff",
    "\xff\xfe\x80",
    "\u00e9\u6f22\U0001f9f5",
    ".",
    "default|mandatory",
    "mandatory",
    "../../../../etc/passwd",
    "/dev/full",
    "/proc",
    "mem:",
    "mem:-3+:lost:oom",
    "1:99999999999",
    "\033[2J\n\r\t",
    ";rm -rf /nowhere",
};

// Counts the lines about each variable.
static void
count_line(void *user, const char *line) {
  static int said[sizeof names / sizeof *names];
  (void)user;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    char value[64], none[64];
    snprintf(value, sizeof value, "loft: %s=", names[k]);
    snprintf(none, sizeof none, "loft: there is no setting %s;", names[k]);
    if (!strncmp(line, value, strlen(value)) ||
        !strncmp(line, none, strlen(none)))
      CHECK(++said[k] == 1);
  }
}

// A child with that value in all variables (LOFT_DEVICE only when "device").
static void
child(const char *value, int device) {
  rt_region r;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (device || strcmp(names[k], "LOFT_DEVICE") != 0)
      setenv(names[k], value, 1);
  if (!device)
    setenv("LOFT_DEVICE", "llvmpipe", 1);
  loft_set_log_sink(count_line, NULL);
  axpy_init(&r);
  axpy_check(&r, 3000);
  axpy_check(&r, 60000);
  exit(0);
}

int
main(void) {
  char *longer = malloc(1 << 17);
  CHECK(longer);
  memset(longer, 'x', (1 << 17) - 1);
  longer[(1 << 17) - 1] = '\0';
  int n = sizeof values / sizeof *values;
  for (int k = 0; k <= n; k++)
    for (int device = 0; device < 2; device++) {
      int status;
      pid_t pid = fork();
      if (pid == 0)
        child(k < n ? values[k] : longer, device);
      CHECK(waitpid(pid, &status, 0) == pid && status == 0);
    }
  printf("all good\n");
  return 0;
}
