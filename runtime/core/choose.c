// runtime/core/choose.c: the choice of where a region runs; see choose.h.
#include "runtime/core/choose.h"

#include <math.h>
#include <stdatomic.h>

#include "runtime/core/backend.h"

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
    [RT_CLASS_DISCRETE] = {100e-6, 1e12, 5e7, 3e11, 2e10},
    [RT_CLASS_INTEGRATED] = {150e-6, 1e11, 1e8, 2e10, 8e9},
    [RT_CLASS_SOFTWARE] = {400e-6, 1e9, 5e8, 5e9, 8e9},
};

static const double cpu_ops = 1e9;         // of one thread
static const double cpu_mem = 8e9;         // of one thread
static const int cpu_mem_threads = 8;      // more do not move more
static const double cpu_fork = 10e-6;      // waking the threads
static const double lifted_gain = 0.9;     // lifted code is no slower
static const double lifted_enter = 0.1e-6; // entering and leaving it, seconds
static const double small_work = 2e3;
static const double open_cost = 0.2; // opening Vulkan, seconds

// Microseconds that an untried Vulkan device would have saved so far.
static atomic_llong saved;

rt_job
rt_job_of(const loft_bind *binds, uint32_t n, double work, double in_order) {
  rt_job job = {.work = work > 0 ? work : 0};
  if (in_order > 0)
    job.in_order = in_order < job.work ? in_order : job.work;
  for (uint32_t i = 0; i < n; i++) {
    double bytes = (double)(int64_t)rt_bind_bytes(&binds[i]); // it fits
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

bool
rt_job_alone(const rt_job *job) {
  return job->work < cpu_fork * cpu_ops;
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

double
rt_job_seconds(const rt_job *job) {
  return cpu_time(job, 1);
}

// Seconds on a device of that class.
static double
device_time(const rt_job *job, rt_device_class class, double bus) {
  const rates *r = &devices[class];
  double apart = job->work - job->in_order;
  if (class != RT_CLASS_DISCRETE || !(bus > 0))
    bus = r->bus;
  return r->fixed + (job->up + job->down) / bus +
         larger(apart / r->ops + job->in_order / r->alone, job->bytes / r->mem);
}

// Whether opening Vulkan has become worth it: like renting until the rents
// reach the price.
static bool
worth_opening(double gain) {
  long long us = (long long)((gain < 1e6 ? gain : 1e6) * 1e6);
  return atomic_fetch_add(&saved, us) + us >= (long long)(open_cost * 1e6);
}

// Seconds of lifted CPU code: with one thread where waking more does not pay.
static double
lifted_time(const rt_job *job, int threads) {
  double slow = job->in_order / cpu_ops; // gains nothing
  double alone = (cpu_time(job, 1) - slow) * lifted_gain + slow;
  double all = (cpu_time(job, threads) - slow) * lifted_gain + slow + cpu_fork;
  return lifted_enter + (threads > 1 && all < alone ? all : alone);
}

// The alternatives of a lesson are LOFT_ON_*.
_Static_assert(LOFT_ON_VULKAN < RT_LEARN_ALTERNATIVES, "rt_learn_pick");

// Chooses among what has the same bits, as measured before. "seconds", by the
// model, gets the corrected ones.
static void
choose_measured(rt_choice *c, rt_lesson *lesson,
                double seconds[RT_LEARN_ALTERNATIVES]) {
  bool timed;
  c->where = rt_learn_pick(lesson, seconds, &timed);
  c->lesson = timed ? lesson : NULL;
  bool fastest = true;
  for (int k = 0; k < RT_LEARN_ALTERNATIVES; k++) {
    fastest = fastest && seconds[c->where] <= seconds[k];
    if (!isinf(seconds[k]))
      c->why.x[k] = seconds[k] * 1e3;
  }
  if (!fastest)
    c->why.id =
        c->why.id == RT_WHY_MODEL_ALL ? RT_WHY_TRIAL_ALL : RT_WHY_TRIAL_TIMES;
}

rt_choice
rt_choose(const void *place, const rt_job *job, int threads, bool exact,
          const rt_device_view *device) {
  bool ready = device->usable && device->state == RT_VK_READY;
  bool untried = device->usable && device->state == RT_VK_UNTRIED;
  rt_device_class class = ready ? device->class : RT_CLASS_DISCRETE;
  const double model[] = {
      cpu_time(job, 1), lifted_time(job, threads),
      ready || untried ? device_time(job, class, device->bus) : INFINITY};
  rt_choice c = {
      .where = LOFT_ON_CPU,
      .why = {.id = ready || untried ? RT_WHY_MODEL_ALL : RT_WHY_MODEL_TIMES,
              .x = {model[0] * 1e3, model[1] * 1e3, model[2] * 1e3}}};
  double seconds[] = {exact ? model[0] : INFINITY, model[1],
                      untried ? INFINITY : model[2]};
  if (!exact && model[LOFT_ON_CPU] >= model[LOFT_ON_ORIGINAL]) {
    c.where = LOFT_ON_ORIGINAL;
    return c;
  }
  if (exact || ready || untried)
    choose_measured(&c, rt_learn_find(place, (uint32_t)threads, job->work),
                    seconds);
  double gain = seconds[c.where] - model[LOFT_ON_VULKAN];
  if (untried && gain > 0 && worth_opening(gain)) {
    c.where = LOFT_ON_VULKAN;
    c.why.id = RT_WHY_MODEL_ALL;
  } else if (untried && gain > 0 && c.why.id == RT_WHY_MODEL_ALL) {
    c.why.id = RT_WHY_UNOPENED;
  }
  c.estimate = model[c.where];
  return c;
}

void
rt_choose_tell(const rt_choice *choice, double seconds) {
  if (choice->lesson)
    rt_learn_tell(choice->lesson, choice->where, choice->estimate, seconds);
}
