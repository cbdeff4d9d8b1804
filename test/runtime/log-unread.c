// A log line that nobody reads, or that is too long for the file it goes to,
// ends no program, and leaves no signal behind.
// RUN: %clang-plain -Wall -Werror -D_GNU_SOURCE %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t %t.err | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

static volatile int caught;

// Counts a signal.
static void
count(int sig) {
  (void)sig;
  caught++;
}

// Runs a region that writes a line to "fd", which "sig" would follow.
static void
check(rt_region *r, int fd, int sig) {
  sigset_t pending;
  CHECK(dup2(fd, 2) == 2);
  for (int k = 0; k < 2; k++) {
    signal(sig, k ? count : SIG_DFL);
    CHECK(axpy_check(r, 10000) == LOFT_ON_CPU);
    CHECK(sigpending(&pending) == 0 && !sigismember(&pending, sig));
  }
}

int
main(int argc, char **argv) {
  rt_region r;
  int fd[2];
  axpy_init(&r);
  CHECK(argc == 2 && pipe(fd) == 0 && close(fd[0]) == 0);
  check(&r, fd[1], SIGPIPE);
  CHECK(setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0}) == 0);
  check(&r, open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0666), SIGXFSZ);
  CHECK(caught == 0);
  printf("all good\n");
  return 0;
}
