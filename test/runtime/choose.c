// The model of docs/choice.md: which place wins for which sizes, and that an
// unopened device is not opened for little.
// RUN: %clang-plain -Wall -Werror -I%root -I%root/include %s \
// RUN:   %root/runtime/core/choose.c %root/runtime/core/timing.c \
// RUN:   %root/runtime/core/why.c \
// RUN:   %root/runtime/cpu/estimate.c %root/runtime/vk/estimate.c -lm -o %t
// RUN: %run%t | FileCheck %s

// CHECK: tiny small
// CHECK: axpy 1M, 1 thread: cpu
// CHECK: axpy 1M, 16 threads, discrete: cpu
// CHECK: matrix product 1000, 16 threads, no device: cpu
// CHECK: matrix product 1000, 16 threads, discrete: vulkan
// CHECK: matrix product 1000, 2 threads, software: cpu
// CHECK: half a second by the model, untried, first call: cpu
// CHECK: middling, untried, first call: cpu
// CHECK: the device waits: 1
// CHECK: middling, untried, 99 calls: vulkan
// CHECK: huge, untried: vulkan
// CHECK: huge, absent: cpu
// CHECK: a tenth in order: cpu
// CHECK: all in order: original
// CHECK: 64 MB, fast bus: vulkan
// CHECK: 64 MB, slow bus: cpu
// CHECK: 1M elements in 200000 launches, 16 threads, discrete: original, its 200000 launches of kernels take too long
// CHECK: 1M elements in 10 launches, 16 threads, no device: cpu
#include "loft/loft_abi.h"
#include "runtime/core/choose.h"
#include "runtime/cpu/estimate.h"
#include "runtime/vk/estimate.h"

#include <stdio.h>

static const char *const names[] = {"original", "cpu", "vulkan"};

// The choice for the job.
static rt_choice
choice(const rt_job *job, int threads, rt_device_view device) {
  const rt_estimate estimates[] = {{.seconds = rt_job_seconds(job, 1)},
                                   rt_cpu_estimate(job, threads),
                                   rt_vk_estimate(job, &device)};
  return rt_choose(names, job, false, estimates);
}

// Where the job runs.
static const char *
place(const rt_job *job, int threads, rt_device_view device) {
  return names[choice(job, threads, device).where];
}

// Where that much work on arrays of that size runs.
static const char *
choose(double work, double bytes, int threads, rt_device_view device) {
  rt_job job = {work, 0, bytes, bytes, bytes / 2, 0, 1};
  return place(&job, threads, device);
}

static const rt_device_view none = {false, RT_VK_READY, RT_CLASS_DISCRETE, 0};
static const rt_device_view card = {true, RT_VK_READY, RT_CLASS_DISCRETE, 0};
static const rt_device_view fast = {true, RT_VK_READY, RT_CLASS_DISCRETE, 5e10};
static const rt_device_view slow = {true, RT_VK_READY, RT_CLASS_DISCRETE, 3e9};
static const rt_device_view soft = {true, RT_VK_READY, RT_CLASS_SOFTWARE, 5e10};
static const rt_device_view later = {true, RT_VK_UNTRIED, 0, 0};
static const rt_device_view absent = {true, RT_VK_ABSENT, 0, 0};

int
main(void) {
  const char *last = "";
  loft_call tiny = {.work = 1000}, set_up = {.work = 3000, .original = 1000};
  bool small = rt_call_small(&tiny) && rt_call_small(&set_up);
  printf("tiny %s\n", small ? "small" : "large");
  printf("axpy 1M, 1 thread: %s\n", choose(2e6, 8e6, 1, none));
  printf("axpy 1M, 16 threads, discrete: %s\n", choose(2e6, 8e6, 16, card));
  printf("matrix product 1000, 16 threads, no device: %s\n",
         choose(2e9, 12e6, 16, none));
  printf("matrix product 1000, 16 threads, discrete: %s\n",
         choose(2e9, 12e6, 16, card));
  printf("matrix product 1000, 2 threads, software: %s\n",
         choose(2e9, 12e6, 2, soft));
  printf("half a second by the model, untried, first call: %s\n",
         choose(9e9, 1e6, 16, later));
  printf("middling, untried, first call: %s\n", choose(1e8, 1e6, 16, later));
  rt_job middling = {1e8, 0, 1e6, 1e6, 5e5, 0, 1};
  printf("the device waits: %d\n",
         choice(&middling, 16, later).why.id == RT_WHY_UNOPENED);
  for (int k = 0; k < 99; k++)
    last = choose(1e8, 1e6, 16, later);
  printf("middling, untried, 99 calls: %s\n", last);
  printf("huge, untried: %s\n", choose(1e12, 1e6, 16, later));
  printf("huge, absent: %s\n", choose(1e12, 1e6, 16, absent));
  rt_job tenth = {1e9, 1e8, 1e7, 1e7, 1e7, 0, 1},
         all = {1e7, 1e7, 1e7, 1e7, 1e7, 0, 1};
  printf("a tenth in order: %s\n", place(&tenth, 16, card));
  printf("all in order: %s\n", place(&all, 16, card));
  printf("64 MB, fast bus: %s\n", choose(2e8, 64e6, 16, fast));
  printf("64 MB, slow bus: %s\n", choose(2e8, 64e6, 16, slow));
  rt_job rows = {6e6, 0, 1e7, 6e6, 4e6, 0, 2e5}, few = rows;
  few.launches = 10;
  rt_choice c = choice(&rows, 16, card);
  char why[160];
  rt_why_text(&c.why, why, sizeof why);
  printf("1M elements in 200000 launches, 16 threads, discrete: %s, %s\n",
         names[c.where], why);
  printf("1M elements in 10 launches, 16 threads, no device: %s\n",
         place(&few, 16, none));
  return 0;
}
