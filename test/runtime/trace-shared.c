// Two processes with one LOFT_TRACE: the file is the first one's, the other
// says that it writes none. Later ones begin it anew.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_TRACE=%t.json %run%t 2>&1 | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu LOFT_TRACE=%t.json %run%t 2>&1 | FileCheck %s
// RUN: python3 -c "import json; print(len({e['pid'] for e in json.load(open('%t.json'))}), 'process')" | FileCheck %s --check-prefix=ONE
// CHECK: loft: no trace: another process writes {{.*}}.json
// CHECK-NOT: loft:
// CHECK: all good
// ONE: 1 process
#include "rt_test.h"

#include <sys/wait.h>
#include <unistd.h>

int
main(void) {
  int status, up[2], down[2];
  char c = 0;
  rt_region r;
  axpy_init(&r);
  CHECK(pipe(up) == 0 && pipe(down) == 0);
  pid_t pid = fork();
  if (pid == 0) { // a process of its own, with no region before
    close(up[1]);
    CHECK(read(up[0], &c, 1) == 1);
    for (int k = 0; k < 50; k++)
      axpy_check(&r, 1000 + k);
    CHECK(write(down[1], "", 1) == 1);
    exit(0);
  }
  axpy_check(&r, 1000);
  CHECK(write(up[1], "", 1) == 1 && read(down[0], &c, 1) == 1);
  axpy_check(&r, 1000);
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
  printf("all good\n");
  return 0;
}
