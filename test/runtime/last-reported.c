// A call with little work is reported only where somebody asks for that: a call
// of loft_report_all or, from the start on, of loft_last_region by its name.
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: %run%t | FileCheck %s
// RUN: %clang -O2 -Wall -Werror -DNAMED %s -o %t %link
// RUN: %run%t | FileCheck %s --check-prefix=NAMED
// The first one finds the settings, and is reported in any case.
// CHECK: 0 add
// CHECK-NEXT: 0 twice
// NAMED: 0 twice
// NAMED-NEXT: 0 twice
#include <stdio.h>

#include "loft/loft.h"

static int x[4];

__attribute__((noinline)) static void
add(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

__attribute__((noinline)) static void
twice(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

int
main(void) {
  loft_region_report r;
  add(4);
  for (int k = 0; k < 2; k++) {
    twice(4);
    int where = loft_last_reported(&r, sizeof r);
    printf("%d %s\n", where, r.name);
    loft_report_all();
  }
#ifdef NAMED
  loft_last_region(&r, sizeof r);
#endif
}
