// The runtime's own code has no data races: threads run regions on the CPU and
// on Vulkan, change settings, ask what happened, lose devices.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -O1 -g -fsanitize=thread -D_GNU_SOURCE \
// RUN:   -I%root -I%root/include -I%S/Inputs %s %root/runtime/*.c \
// RUN:   %root/runtime/core/*.c %root/runtime/cpu/*.c %root/runtime/vk/*.c -o %t -lm
// RUN: env OMP_NUM_THREADS=1 RT_SPV=%t %t cpu | FileCheck %s
// RUN: env OMP_NUM_THREADS=4 LOFT_TEST_GRAIN=100 RT_SPV=%t %t cpu \
// RUN:   | FileCheck %s
// RUN: env OMP_NUM_THREADS=1 RT_SPV=%t LOFT_DEVICE=llvmpipe \
// RUN:   TSAN_OPTIONS=suppressions=%S/Inputs/tsan.supp %t vulkan | FileCheck %s
// RUN: env OMP_NUM_THREADS=1 RT_SPV=%t LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 \
// RUN:   TSAN_OPTIONS=suppressions=%S/Inputs/tsan.supp %t vulkan | FileCheck %s
// RUN: env OMP_NUM_THREADS=1 RT_SPV=%t LOFT_DEVICE=llvmpipe LOFT_TEST_KEEP=1 \
// RUN:   TSAN_OPTIONS=suppressions=%S/Inputs/tsan.supp LOFT_TEST_STAGING=16 \
// RUN:   LOFT_TEST_FAULT=60:lost %t vulkan | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <pthread.h>

static rt_region region;
static int faults; // LOFT_TEST_FAULT is set: left alone

// Regions of changing size, settings and questions in between.
static void *
worker(void *user) {
  loft_region_report report;
  (void)user;
  for (int k = 1; k <= 100; k++) {
    axpy_check(&region, 200 * k);
    loft_last_region(&report, sizeof report);
    CHECK(!strcmp(report.name, "axpy"));
    loft_set("LOFT_POOL", k % 2 ? "8" : NULL);
    loft_set("LOFT_TIMEOUT", k % 3 ? "50" : NULL);
    if (!faults)
      loft_set("LOFT_TEST_FAULT",
               k % 2 ? "99999" : ""); // read by the next call
  }
  return NULL;
}

int
main(int argc, char **argv) {
  pthread_t t[4];
  axpy_init(&region);
  faults = getenv("LOFT_TEST_FAULT") != NULL;
  if (argc > 1 && !strcmp(argv[1], "cpu"))
    loft_set_offload(LOFT_OFFLOAD_CPU);
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&t[i], NULL, worker, NULL) == 0);
  for (int i = 0; i < 4; i++)
    CHECK(pthread_join(t[i], NULL) == 0);
  printf("all good\n");
  return 0;
}
