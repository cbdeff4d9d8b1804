// Hostile values of the settings give one warning line each and the default.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=gpu LOFT_LOG=1e99 LOFT_TIMEOUT=-3 LOFT_POOL=0x10 \
// RUN:   LOFT_MEMORY=12Q %run%t 2>&1 | FileCheck %s
// RUN: env LOFT_OFFLOAD= LOFT_LOG=-0 LOFT_TIMEOUT=nan \
// RUN:   LOFT_POOL=99999999999999999999 LOFT_MEMORY=9999999999T %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AGAIN

// CHECK: loft: LOFT_OFFLOAD=gpu is not one of default|mandatory|disabled|cpu: using the default
// CHECK: loft: LOFT_LOG=1e99 is not a whole number from 0 to 2: using the default
// CHECK: loft: LOFT_TIMEOUT=-3 is not a number from 0.001 to 86400
// CHECK: loft: LOFT_POOL=0x10 is not a whole number
// CHECK: loft: LOFT_MEMORY=12Q is not a number from 0 to 1073741824 of MiB, or with K, M, G or T behind it: using the default
// CHECK: loft: loft_set: there is no setting LOFT_NONE
// CHECK: loft: LOFT_LOG=7 is not a whole number from 0 to 2: nothing changed
// CHECK: loft: LOFT_OFFLOAD=? is not one of
// CHECK: loft: LOFT_DEVICE={{x+}}... is not text without control characters
// CHECK: loft: LOFT_DEVICE=a?b is not text without control characters
// CHECK: loft: LOFT_MEMORY=K is not a number from
// CHECK: loft: LOFT_MEMORY= is not a number from
// CHECK: loft: LOFT_MEMORY=-1 is not a number from
// CHECK-NOT: loft:
// CHECK: all good
// AGAIN-NOT: LOFT_OFFLOAD=
// AGAIN: LOFT_LOG=-0 is not
// AGAIN: LOFT_TIMEOUT=nan is not
// AGAIN: LOFT_POOL=99999999999999999999 is not
// AGAIN: LOFT_MEMORY=9999999999T is not
// AGAIN: all good
#include "rt_test.h"

int
main(void) {
  rt_region r;
  axpy_init(&r);
  axpy_check(&r, 10);
  CHECK(loft_set("LOFT_NONE", "1") == -1 && loft_set(NULL, "1") == -1);
  CHECK(loft_set_log(7) == -1);
  CHECK(loft_set_offload((loft_offload)9) == -1);
  char longer[5000];
  memset(longer, 'x', sizeof longer - 1);
  longer[sizeof longer - 1] = '\0';
  CHECK(loft_set_device(longer) == -1 && loft_set_device("a\nb") == -1);
  CHECK(loft_set_offload(LOFT_OFFLOAD_CPU) == 0);
  CHECK(axpy_check(&r, 10) == LOFT_ON_CPU);
  CHECK(loft_set("LOFT_OFFLOAD", NULL) == 0);
  CHECK(axpy_check(&r, 10) == LOFT_ON_ORIGINAL);
  CHECK(loft_set("LOFT_MEMORY", "16k") == 0 && loft_set("LOFT_MEMORY", "K"));
  CHECK(loft_set("LOFT_MEMORY", "") && loft_set("LOFT_MEMORY", "-1"));
  CHECK(loft_set("LOFT_MEMORY", "0.5") == 0 &&
        loft_set("LOFT_MEMORY", NULL) == 0);
  CHECK(strcmp(loft_version(), LOFT_VERSION) == 0);
  fflush(stderr);
  printf("all good\n");
  return 0;
}
