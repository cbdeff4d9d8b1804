// Where a region runs is learned from the times it took: the model starts, the
// alternatives that may be close get their trials, the fastest one stays.
// RUN: %clang-plain -Wall -Werror -I%root -I%root/include %s \
// RUN:   %root/runtime/core/choose.c %root/runtime/core/timing.c \
// RUN:   %root/runtime/cpu/estimate.c %root/runtime/vk/estimate.c -lm -o %t
// RUN: %run%t | FileCheck %s

// CHECK: model right: 0 original, 4 cpu, 96 vulkan, last vulkan
// CHECK: model wrong: 0 original, 97 cpu, 3 vulkan, last cpu
// CHECK: other size: 0 original, 6 cpu, 94 vulkan, last vulkan
// CHECK: other place: 0 original, 3 cpu, 97 vulkan, last vulkan
// CHECK: far apart: 0 original, 0 cpu, 100 vulkan, last vulkan
// CHECK: the cpu became fast: 0 original, 4 cpu, 96 vulkan, last vulkan
// CHECK: after 600 more: last cpu
// CHECK: exact, original slow: 3 original, 97 cpu, 0 vulkan, last cpu
// CHECK: exact, original fast: 96 original, 4 cpu, 0 vulkan, last original
// CHECK: exact, original close: 93 original, 7 cpu, 0 vulkan, last original
// CHECK: inexact, original fast: 0 original, 100 cpu, 0 vulkan, last cpu
// CHECK: exact, times never recorded: 4 original, 96 cpu, 0 vulkan, last cpu
// CHECK: trials of what is slow take 1.4 % of the time
// CHECK: a slow spell is over: last cpu
// CHECK: cpu given up: 99 original, 1 cpu
// CHECK: a device given up: 98 original, 2 vulkan
// CHECK: the original took longer than thought: 3 original, 97 cpu
// CHECK: given up once when known: last cpu
// CHECK: without a timing: 0
// CHECK: said so when not the fastest: 3 of 3
#include "loft/loft_abi.h"
#include "runtime/core/choose.h"
#include "runtime/cpu/estimate.h"
#include "runtime/vk/estimate.h"

#include <math.h>
#include <stdio.h>

static const char *const names[] = {"original", "cpu", "vulkan"};

// A region, and how many times the estimate each alternative takes; 0: its
// time is never recorded.
typedef struct sort {
  const char *place;
  double work;
  bool exact, vulkan;
  double original, cpu, on_vulkan;
} sort;

// The choice for the job.
static rt_choice
choose(const char *place, const rt_job *job, int threads, bool exact,
       const rt_device_view *device) {
  const rt_estimate estimates[] = {{.seconds = rt_job_seconds(job, 1)},
                                   rt_cpu_estimate(job, threads),
                                   rt_vk_estimate(job, device)};
  return rt_choose(place, job, exact, estimates);
}

// What "n" calls do; returns where the last ran. "seconds" gets what each
// alternative took in all.
static int
call(const sort *s, int n, int counts[3], double seconds[3]) {
  rt_job job = {s->work, 0, 1e6, 2.5e6, 2.5e6};
  const double factors[] = {s->original, s->cpu, s->on_vulkan};
  const rt_device_view device = {s->vulkan, RT_VK_READY, RT_CLASS_DISCRETE, 0};
  int where = 0;
  while (n-- > 0) {
    rt_choice c = choose(s->place, &job, 2, s->exact, &device);
    where = c.where;
    counts[where]++;
    seconds[where] += c.estimate * factors[where];
    if (factors[where] > 0)
      rt_choose_record(&c, c.estimate * factors[where]);
  }
  return where;
}

// True when the log calls choice "c" the fastest.
static bool
is_called_fastest(const rt_choice *c) {
  return c->why.id == RT_WHY_MODEL_TIMES || c->why.id == RT_WHY_MODEL_ALL;
}

// Calls a region whose lifted code is faster; says how many runs of the original
// were not called the fastest.
static void
print_reasons(const char *place) {
  rt_job job = {1e4, 0, 1e6, 2.5e6, 2.5e6};
  const rt_device_view none = {.state = RT_VK_ABSENT};
  int originals = 0, said = 0;
  for (int n = 0; n < 20; n++) {
    rt_choice c = choose(place, &job, 1, true, &none);
    bool cpu = c.where == LOFT_ON_CPU;
    originals += !cpu;
    said += !cpu && !is_called_fastest(&c);
    rt_choose_record(&c, c.estimate * (cpu ? 0.2 : 1));
  }
  printf("said so when not the fastest: %d of %d\n", said, originals);
}

// 100 calls; prints what they do.
static void
print(const char *what, const sort *s) {
  int counts[3] = {0};
  double seconds[3] = {0};
  int last = call(s, 100, counts, seconds);
  printf("%s: %d original, %d cpu, %d vulkan, last %s\n", what, counts[0],
         counts[1], counts[2], names[last]);
}

// 100 calls of an exact region whose lifted code, estimated to be faster, is
// given up where it takes three times the original as far as that is known.
// "original" and "factor": how many times their estimates the original and
// lifted code take. Says how often each ran.
static void
print_given_up(const char *what, const char *place, int lifted, double original,
               double factor) {
  int counts[3] = {0};
  for (int n = 0; n < 100; n++) {
    rt_estimate estimates[] = {
        {.seconds = 1}, {.seconds = INFINITY}, {.seconds = INFINITY}};
    estimates[lifted].seconds = 0.5;
    rt_choice c = rt_choose(place, &(rt_job){.work = 1e9, .launches = 1}, true,
                            estimates);
    double takes = c.estimate * (c.where == lifted ? factor : original);
    counts[c.where]++;
    if (c.where == lifted && takes > 3 * c.original)
      rt_choose_give_up(&c, 3 * c.original);
    else
      rt_choose_record(&c, takes);
  }
  printf("%s: %d original, %d %s\n", what, counts[0], counts[lifted],
         names[lifted]);
}

// Where a region runs, the CPU's in all calls, after one of these was given up.
static int
give_up_known(const char *place) {
  const sort s = {place, 1e8, true, false, 1, 1};
  int counts[3] = {0};
  double seconds[3] = {0};
  rt_job job = {s.work, 0, 1e6, 2.5e6, 2.5e6};
  const rt_device_view none = {.state = RT_VK_ABSENT};
  call(&s, 50, counts, seconds);
  rt_choice c = choose(place, &job, 2, true, &none);
  rt_choose_give_up(&c, 5 * c.original);
  return call(&s, 1, counts, seconds);
}

int
main(void) {
  static const char places[14];
  int counts[3] = {0};
  double seconds[3] = {0};
  print("model right", &(sort){&places[0], 1.5e6, false, true, 1, 1, 1});
  print("model wrong", &(sort){&places[0], 2.2e6, false, true, 1, 0.3, 2});
  print("other size", &(sort){&places[0], 1e6, false, true, 1, 1, 1});
  print("other place", &(sort){&places[1], 2.2e6, false, true, 1, 1, 1});
  print("far apart", &(sort){&places[0], 1e9, false, true, 1, 1e-6, 1});
  print("the cpu became fast", &(sort){&places[1], 1.5e6, false, true, 1, 1, 1});
  printf("after 600 more: last %s\n",
         names[call(&(sort){&places[1], 1.5e6, false, true, 1, 0.01, 1}, 600,
                    counts, seconds)]);
  print("exact, original slow", &(sort){&places[2], 1e4, true, false, 1, 0.2});
  print("exact, original fast", &(sort){&places[3], 1e4, true, false, 0.1, 1});
  print("exact, original close",
        &(sort){&places[4], 1e4, true, false, 0.5, 1.1});
  print("inexact, original fast",
        &(sort){&places[5], 1e6, false, false, 0.1, 1});
  print("exact, times never recorded",
        &(sort){&places[6], 1e4, true, false, 0, 0.9});
  seconds[0] = seconds[1] = 0;
  call(&(sort){&places[7], 1e4, true, false, 30, 1}, 20000, counts, seconds);
  printf("trials of what is slow take %.1f %% of the time\n",
         100 * seconds[0] / (seconds[0] + seconds[1]));
  call(&(sort){&places[8], 1e4, true, false, 1, 1}, 100, counts, seconds);
  call(&(sort){&places[8], 1e4, true, false, 1, 20}, 2000, counts, seconds);
  printf("a slow spell is over: last %s\n",
         names[call(&(sort){&places[8], 1e4, true, false, 1, 0.1}, 500, counts,
                    seconds)]);
  print_given_up("cpu given up", &places[10], LOFT_ON_CPU, 1, 100);
  print_given_up("a device given up", &places[11], LOFT_ON_VULKAN, 1, 100);
  print_given_up("the original took longer than thought", &places[12],
                 LOFT_ON_CPU, 100, 20);
  printf("given up once when known: last %s\n",
         names[give_up_known(&places[13])]);
  bool timed;
  double two[] = {1, 2, INFINITY};
  printf("without a timing: %d\n", rt_timing_pick(NULL, two, &timed));
  print_reasons(&places[9]);
  return 0;
}
