// The model of docs/choice.md: which place wins for which sizes, and that an
// unopened device is not opened for little.
// RUN: %clang-plain -Wall -Werror -I%root -I%root/include %s \
// RUN:   %root/runtime/rt_choose.c %root/runtime/rt_learn.c -lm -o %t
// RUN: %run%t | FileCheck %s

// CHECK: tiny small
// CHECK: axpy 1M, 1 thread: cpu
// CHECK: axpy 1M, 16 threads, discrete: cpu
// CHECK: matrix product 1000, 16 threads, no device: cpu
// CHECK: matrix product 1000, 16 threads, discrete: vulkan
// CHECK: matrix product 1000, 2 threads, software: cpu
// CHECK: middling, untried, first call: cpu
// CHECK: middling, untried, 99 calls: vulkan
// CHECK: huge, untried: vulkan
// CHECK: huge, absent: cpu
// CHECK: a tenth in order: cpu
// CHECK: all in order: original
#include "loft/loft_abi.h"
#include "runtime/rt_choose.h"

#include <stdio.h>

static const char *const names[] = {"original", "cpu", "vulkan"};

// Where that much work on arrays of that size runs.
static const char *
choose(double work, double bytes, int threads, bool vulkan, rt_vk_state state,
       rt_device_class class) {
  rt_job job = {work, 0, bytes, bytes, bytes / 2};
  return names[rt_choose(names, &job, threads, false, vulkan, state, class)
                   .where];
}

int
main(void) {
  const char *last = "";
  rt_job tiny = {1000, 0, 1000, 1000, 1000};
  printf("tiny %s\n", rt_job_small(&tiny) ? "small" : "large");
  printf("axpy 1M, 1 thread: %s\n", choose(2e6, 8e6, 1, false, 0, 0));
  printf("axpy 1M, 16 threads, discrete: %s\n",
         choose(2e6, 8e6, 16, true, RT_VK_READY, RT_CLASS_DISCRETE));
  printf("matrix product 1000, 16 threads, no device: %s\n",
         choose(2e9, 12e6, 16, false, RT_VK_READY, RT_CLASS_DISCRETE));
  printf("matrix product 1000, 16 threads, discrete: %s\n",
         choose(2e9, 12e6, 16, true, RT_VK_READY, RT_CLASS_DISCRETE));
  printf("matrix product 1000, 2 threads, software: %s\n",
         choose(2e9, 12e6, 2, true, RT_VK_READY, RT_CLASS_SOFTWARE));
  printf("middling, untried, first call: %s\n",
         choose(1e8, 1e6, 16, true, RT_VK_UNTRIED, 0));
  for (int k = 0; k < 99; k++)
    last = choose(1e8, 1e6, 16, true, RT_VK_UNTRIED, 0);
  printf("middling, untried, 99 calls: %s\n", last);
  printf("huge, untried: %s\n", choose(1e12, 1e6, 16, true, RT_VK_UNTRIED, 0));
  printf("huge, absent: %s\n", choose(1e12, 1e6, 16, true, RT_VK_ABSENT, 0));
  rt_job tenth = {1e9, 1e8, 1e7, 1e7, 1e7}, all = {1e7, 1e7, 1e7, 1e7, 1e7};
  printf("a tenth in order: %s\n",
         names[rt_choose(names, &tenth, 16, false, true, RT_VK_READY,
                         RT_CLASS_DISCRETE)
                   .where]);
  printf("all in order: %s\n", names[rt_choose(names, &all, 16, false, true,
                                               RT_VK_READY, RT_CLASS_DISCRETE)
                                         .where]);
  return 0;
}
