// A device that is lost while results arrive in an array that is written in
// part: what arrived is put back, and what others wrote meanwhile stays.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/evens.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.evens.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=16 RT_SPV=%t %run%t \
// RUN:   | FileCheck %s
// CHECK: all put back
#include "rt_test.h"

#include <stdbool.h>

enum {
  N = 15000, // y is 8 slots of staging memory
  HARMLESS = 2,
  CHANGED, // y, when the call failed
  NONE
};
static float x[N], y[2 * N];
static bool others_wrote, failed, changed;

// The number of even elements that are not as they were.
static int
count_changed(void) {
  int n = 0;
  for (int i = 0; i < N; i++)
    n += y[2 * i] != 1;
  return n;
}

// Looks at the array at the moment of the failure.
static void
look(void *user, const char *line) {
  (void)user;
  if (strncmp(line, "loft: test: ", 12) != 0)
    return;
  failed = true;
  changed = count_changed() > 0;
}

// Writes the even elements, lets that happen, then changes the odd ones here.
static int
host(loft_run *run, void *user) {
  uint64_t args[2] = {loft_run_handle(run, 0), loft_run_handle(run, 1)}, bits;
  (void)user;
  if (loft_run_launch(run, 0, N, 1, 1, args, 0, 1) ||
      loft_run_load(run, args[1], 2 * 77, 4, &bits))
    return 1;
  others_wrote = true;
  for (int i = 1; i < 2 * N; i += 2)
    y[i] = -2;
  return 0;
}

// Runs the region once, on Vulkan only; whether it did it.
static bool
run_once(rt_region *r) {
  loft_bind binds[2] = {{x, 0, N, 4, LOFT_READ, "x"},
                        {y, 0, 2 * N, 4, LOFT_WRITE, "y"}};
  int where;
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i + 2);
    y[2 * i] = 1;
    y[2 * i + 1] = 3;
  }
  others_wrote = false;
  loft_run *run = rt_enter(&r->desc, binds, 1e9, 1, 0, &where);
  CHECK(run && where == LOFT_ON_VULKAN);
  return loft_region_leave(run, host(run, NULL)) == LOFT_OK;
}

// Loses the device at call "n" of the second run.
static void
child(int n) {
  char fault[16];
  rt_region r;
  rt_region_init(&r, "evens", 2, evens_cpu, 2, evens_params, 1);
  CHECK(run_once(&r));
  loft_set_log_sink(look, NULL);
  snprintf(fault, sizeof fault, "%d:lost", n);
  loft_set("LOFT_TEST_FAULT", fault);
  bool done = run_once(&r);
  CHECK(count_changed() == (done ? N : 0));
  for (int i = 0; i < N; i++)
    CHECK(y[2 * i + 1] == (others_wrote ? -2 : 3));
  _exit(!failed ? NONE : changed ? CHANGED : HARMLESS);
}

int
main(void) {
  int seen[NONE + 1] = {0};
  count_ends(child, HARMLESS, NONE, seen);
  CHECK(seen[HARMLESS] && seen[CHANGED]);
  printf("all put back\n");
  return 0;
}
