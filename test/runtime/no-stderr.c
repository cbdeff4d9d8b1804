// Where the program has closed standard error, lines of the log do not end up in
// the trace.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 LOFT_TRACE=%t.json %run%t | FileCheck %s
// RUN: python3 -c "import json; print(len(json.load(open('%t.json'))), 'events')" | FileCheck %s --check-prefix=EVENTS
// CHECK: all good
// EVENTS: {{[1-9]}} events
#include "rt_test.h"

#include <unistd.h>

int
main(void) {
  rt_region r;
  axpy_init(&r);
  close(STDERR_FILENO);
  for (int k = 0; k < 3; k++)
    CHECK(axpy_check(&r, 1000) == LOFT_ON_CPU);
  printf("all good\n");
  return 0;
}
