// Names of source files may hold anything but NUL: a line of the log stays one
// line, and a trace stays JSON, with the name as it is where that is UTF-8.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 LOFT_TRACE=%t.json %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LOG
// LOG: loft: axpy ("\?{{.*}}?[2J{{.*}}.c:7): cpu
// LOG-NEXT: all good
// RUN: python3 -c "import json; print(ascii(json.load(open('%t.json'))[1]['args']['file']))" | FileCheck %s
// CHECK: '"\\\n\ufffdJ\xf3zsef \u6f22\x1b[2J.c'
#include "rt_test.h"

int
main(void) {
  rt_region r;
  axpy_init(&r);
  r.desc.file = "\"\\\n\xffJ\u00f3zsef \u6f22\033[2J.c";
  CHECK(axpy_check(&r, 1000) == LOFT_ON_CPU);
  fflush(stderr);
  printf("all good\n");
  return 0;
}
