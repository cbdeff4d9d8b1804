// Where a region runs is learned from the times it took: the model starts, both
// alternatives get their trials when they may be close, the faster one stays.
// RUN: %clang-plain -Wall -Werror -I%root -I%root/include %s \
// RUN:   %root/runtime/rt_choose.c %root/runtime/rt_learn.c -lm -o %t
// RUN: %run%t | FileCheck %s

// CHECK: model right: 4 cpu, 96 vulkan, last vulkan
// CHECK: model wrong: 96 cpu, 4 vulkan, last cpu
// CHECK: other size: 4 cpu, 96 vulkan, last vulkan
// CHECK: other place: 4 cpu, 96 vulkan, last vulkan
// CHECK: far apart: 0 cpu, 100 vulkan, last vulkan
// CHECK: the cpu became fast: 4 cpu, 96 vulkan, last vulkan
// CHECK: after 600 more: last cpu
// CHECK: without a lesson: 0
#include "loft/loft_abi.h"
#include "runtime/rt_choose.h"

#include <stdio.h>

static const char *const names[] = {"original", "cpu", "vulkan"};

// What "n" calls do when the CPU takes "cpu" and Vulkan "vulkan" times the
// estimate.
static int
call(const char *place, double work, int n, double cpu, double vulkan,
     int counts[3]) {
  rt_job job = {work, 0, 1e6, 1e6, 1e6};
  int where = 0;
  while (n-- > 0) {
    rt_choice c =
        rt_choose(place, &job, 2, true, RT_VK_READY, RT_CLASS_DISCRETE);
    where = c.where;
    counts[where]++;
    rt_choose_tell(&c, c.estimate * (where == LOFT_ON_CPU ? cpu : vulkan));
  }
  return where;
}

// 100 calls, told about.
static void
tell(const char *what, const char *place, double work, double cpu,
     double vulkan) {
  int counts[3] = {0};
  int last = call(place, work, 100, cpu, vulkan, counts);
  printf("%s: %d cpu, %d vulkan, last %s\n", what, counts[1], counts[2],
         names[last]);
}

int
main(void) {
  static const char places[2];
  tell("model right", &places[0], 1.5e6, 1, 1);
  tell("model wrong", &places[0], 2.2e6, 0.3, 2);
  tell("other size", &places[0], 1.1e6 * 0.9, 1, 1);
  tell("other place", &places[1], 2.2e6, 1, 1);
  tell("far apart", &places[0], 1e9, 1e-6, 1);
  tell("the cpu became fast", &places[1], 1.5e6, 1, 1);
  int counts[3] = {0};
  printf("after 600 more: last %s\n",
         names[call(&places[1], 1.5e6, 600, 0.01, 1, counts)]);
  double seconds[2] = {1, 2};
  printf("without a lesson: %d\n", rt_learn_pick(NULL, seconds));
  return 0;
}
