// A device that is lost while results arrive in arrays that the region reads:
// they are put back, those that were there already as well.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=16 RT_SPV=%t %run%t \
// RUN:   | FileCheck %s
// CHECK: all put back
#include "rt_test.h"

#include <stdbool.h>

enum {
  N = 30000, // 8 slots of staging memory
  NONE = 5
};
static float x[N], y[N], z[N];
static int faults, changed; // changed: arrays, when the call failed

// The number of arrays that are not as they were.
static int
count_changed(void) {
  int in_y = 0, in_z = 0;
  for (int i = 0; i < N; i++) {
    in_y |= y[i] != 1;
    in_z |= z[i] != 2;
  }
  return in_y + in_z;
}

// Looks at the arrays at the moment of the failure.
static void
look(void *user, const char *line) {
  (void)user;
  if (strncmp(line, "loft: test: ", 12) != 0)
    return;
  faults++;
  changed = count_changed();
}

// y += x; z += x
static int
host(loft_run *run, void *user) {
  float a = 1;
  (void)user;
  for (uint32_t k = 1; k <= 2; k++) {
    uint64_t args[3] = {loft_run_handle(run, 0), loft_run_handle(run, k), 0};
    memcpy(&args[2], &a, sizeof a);
    if (loft_run_launch(run, 0, N, 1, 1, args, 0, 2))
      return 1;
  }
  return 0;
}

// Runs the region once, on Vulkan only; whether it did it.
static bool
run_once(rt_region *r) {
  enum { IN_PLACE = LOFT_READ | LOFT_WRITE | LOFT_FULL };
  loft_bind binds[3] = {{x, 0, N, 4, LOFT_READ, "x"},
                        {y, 0, N, 4, IN_PLACE, "y"},
                        {z, 0, N, 4, IN_PLACE, "z"}};
  int where;
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i + 1);
    y[i] = 1;
    z[i] = 2;
  }
  loft_run *run = rt_enter(&r->desc, binds, 1e9, 1, 0, &where);
  CHECK(run && where == LOFT_ON_VULKAN);
  return loft_region_leave(run, host(run, NULL)) == LOFT_OK;
}

// Loses the device at call "n" of the second run. Ends with 2 and the number of
// arrays that had changed by then, or with NONE when there is no such call.
static void
child(int n) {
  char fault[16];
  rt_region r;
  axpy_init(&r);
  r.desc.n_binds = 3;
  CHECK(run_once(&r));
  loft_set_log_sink(look, NULL);
  snprintf(fault, sizeof fault, "%d:lost", n);
  loft_set("LOFT_TEST_FAULT", fault);
  bool done = run_once(&r);
  CHECK(count_changed() == (done ? 2 : 0));
  _exit(faults ? 2 + changed : NONE);
}

int
main(void) {
  int seen[NONE + 1] = {0};
  count_ends(child, 2, NONE, seen);
  CHECK(seen[2] && seen[3] && seen[4]);
  printf("all put back\n");
  return 0;
}
