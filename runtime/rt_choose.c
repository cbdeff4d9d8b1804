// rt_choose.c: the choice of where a region runs; see rt_choose.h.
#include "runtime/rt_choose.h"

#include <stdatomic.h>

#include "runtime/rt_backend.h"

// What a processor is taken to do. Orders of magnitude are enough: close calls
// cost little whichever way they go.
typedef struct rates {
  double fixed; // seconds a region
  double ops;   // scalar operations a second
  double alone; // the same of one work-item
  double mem;   // bytes a second
  double bus;   // bytes a second to and from it
} rates;

static const rates devices[RT_CLASS_COUNT] = {
    [RT_CLASS_DISCRETE] = {150e-6, 1e12, 5e7, 3e11, 1e10},
    [RT_CLASS_INTEGRATED] = {150e-6, 1e11, 1e8, 2e10, 8e9},
    [RT_CLASS_SOFTWARE] = {400e-6, 1e9, 5e8, 5e9, 8e9},
};

static const double cpu_ops = 1e9;     // of one thread
static const double cpu_mem = 8e9;     // of one thread
static const int cpu_mem_threads = 8;  // more do not move more
static const double cpu_fork = 10e-6;  // waking the threads
static const double lifted_gain = 0.9; // lifted code is no slower
static const double small_work = 2e4;
static const double open_cost = 0.2; // opening Vulkan, seconds

// Microseconds that an untried Vulkan device would have saved so far.
static atomic_llong saved;

rt_job
rt_job_of(const loft_bind *binds, uint32_t n, double work, double in_order) {
  rt_job job = {.work = work > 0 ? work : 0};
  if (in_order > 0)
    job.in_order = in_order < job.work ? in_order : job.work;
  for (uint32_t i = 0; i < n; i++) {
    double bytes = (double)rt_bind_bytes(&binds[i]);
    job.bytes += bytes;
    if (rt_bind_goes_up(&binds[i]))
      job.up += bytes;
    if (binds[i].mode & LOFT_WRITE)
      job.down += bytes;
  }
  return job;
}

bool
rt_job_small(const rt_job *job) {
  return job->work < small_work;
}

// The larger of two times.
static double
larger(double a, double b) {
  return a > b ? a : b;
}

// Seconds on the CPU with "threads" threads.
static double
cpu_time(const rt_job *job, int threads) {
  int movers = threads < cpu_mem_threads ? threads : cpu_mem_threads;
  double apart = job->work - job->in_order;
  return larger(apart / (cpu_ops * threads) + job->in_order / cpu_ops,
                job->bytes / (cpu_mem * movers));
}

// Seconds on a device of that class.
static double
device_time(const rt_job *job, rt_device_class class) {
  const rates *r = &devices[class];
  double apart = job->work - job->in_order;
  return r->fixed + (job->up + job->down) / r->bus +
         larger(apart / r->ops + job->in_order / r->alone, job->bytes / r->mem);
}

// Whether opening Vulkan has become worth it: like renting until the rents
// reach the price.
static bool
worth_opening(double gain) {
  long long us = (long long)((gain < 1e6 ? gain : 1e6) * 1e6);
  return atomic_fetch_add(&saved, us) + us >= (long long)(open_cost * 1e6);
}

int
rt_choose(const rt_job *job, int threads, bool vulkan, rt_vk_state state,
          rt_device_class class, rt_why *why) {
  double original = cpu_time(job, 1);
  double slow = job->in_order / cpu_ops; // gains nothing
  double cpu = (cpu_time(job, threads) - slow) * lifted_gain + slow;
  if (threads > 1)
    cpu += cpu_fork;
  int best = cpu < original ? LOFT_ON_CPU : LOFT_ON_ORIGINAL;
  double time = cpu < original ? cpu : original;
  *why =
      (rt_why){.id = RT_WHY_MODEL_TIMES, .x = {original * 1e3, cpu * 1e3, 0}};
  if (!vulkan || state == RT_VK_ABSENT)
    return best;
  if (state == RT_VK_UNTRIED)
    class = RT_CLASS_DISCRETE;
  double device = device_time(job, class);
  if (device >= time)
    return best;
  if (state == RT_VK_UNTRIED && !worth_opening(time - device))
    return best;
  why->id = RT_WHY_MODEL_ALL;
  why->x[2] = device * 1e3;
  return LOFT_ON_VULKAN;
}
